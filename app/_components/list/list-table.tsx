"use client";

import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { BedrockProfile, JavaProfile } from "@/lib/contract/profile.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { doubtOf, type Cell, type Row } from "@/site/list/rows.ts";
import { imageOf } from "@/site/pages/player-images.ts";
import { javaIdInUrl, playerPath } from "@/site/pages/player-path.ts";
import { Breakable } from "../breakable.tsx";
import { CopyButton } from "../copy-button.tsx";
import { PlayerName } from "../elements.tsx";
import { PlayerHead } from "../player-head.tsx";

interface ListTableProps {
  rows: readonly Row[];
  /** The rows in doubt whose Bedrock players are wanted, too. */
  added: ReadonlySet<number>;
  onToggle: (index: number) => void;
  nameRules: NameRules;
  offersBedrock: boolean;
}

/** A row for each player of the list, with a cell for each edition. */
export function ListTable({ rows, added, onToggle, nameRules, offersBedrock }: ListTableProps) {
  const t = useTranslations("List");
  return (
    <table className="list-table" aria-label={t("table.title")}>
      <thead>
        <tr>
          <th scope="col">{t("table.listed")}</th>
          <th scope="col">{t("table.java")}</th>
          {offersBedrock && <th scope="col">{t("table.bedrock")}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <ListRow
            key={row.entry.id}
            row={row}
            index={index}
            isAdded={added.has(index)}
            onToggle={onToggle}
            nameRules={nameRules}
            offersBedrock={offersBedrock}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ListRowProps extends Pick<ListTableProps, "onToggle" | "nameRules" | "offersBedrock"> {
  row: Row;
  index: number;
  isAdded: boolean;
}

/** Rendered again only if something new is known: a list has up to 500 of them. */
const ListRow = memo(function ListRow(props: ListRowProps) {
  const { row, index, isAdded, onToggle, nameRules, offersBedrock } = props;
  const t = useTranslations("List");
  const { entry, java, bedrock, relation, former } = row;
  const doubt = doubtOf(row);
  return (
    <tr>
      <th scope="row">
        <Listed text={entry.listed} />
        {row.isRenamed && <span className="list-mark">{t("renamed")}</span>}
        {entry.isByName && <small>{t("byName")}</small>}
        {former.map((player) => (
          <small key={player.uuid}>
            {t.rich("former", { name: linkTo(player.username, player.uuid) })}
          </small>
        ))}
        {row.isStale && <small>{t("stale")}</small>}
      </th>
      <td data-label={t("table.java")}>
        <EditionCell cell={java} nameRules={nameRules} />
      </td>
      {offersBedrock && (
        <td data-label={t("table.bedrock")}>
          <EditionCell cell={bedrock} nameRules={nameRules} />
          {relation === "linked" && <small className="list-linked">{t("linked")}</small>}
          {doubt !== null && (
            <>
              <small>{t(`doubt.${doubt}`)}</small>
              <label>
                <input type="checkbox" checked={isAdded} onChange={() => onToggle(index)} />
                {t("doubt.add")}
              </label>
            </>
          )}
        </td>
      )}
    </tr>
  );
});

/** The name in the list, or the ID, which may wrap at its dashes. */
function Listed({ text }: { text: string }) {
  if (text.length <= LONGEST_NAME) return <PlayerName name={text} />;
  return (
    <code translate="no" dir="ltr">
      <Breakable text={text} at={/(?<=[-,])/} />
    </code>
  );
}

/** No name of the game is longer. */
const LONGEST_NAME = 25;

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 40;

function EditionCell({ cell, nameRules }: { cell: Cell; nameRules: NameRules }) {
  const t = useTranslations("List");
  if (cell.kind !== "java" && cell.kind !== "bedrock") {
    return (
      <span className="list-none" data-kind={cell.kind}>
        {t(`cells.${cell.kind}`)}
      </span>
    );
  }
  return (
    <div className="list-player">
      <PlayerHead url={imageOf("head", cell.profile)} size={HEAD_SIZE} isLazy />
      {cell.kind === "java" ? (
        <OfJava profile={cell.profile} nameRules={nameRules} />
      ) : (
        <OfBedrock profile={cell.profile} />
      )}
    </div>
  );
}

function OfJava({ profile, nameRules }: { profile: JavaProfile; nameRules: NameRules }) {
  return (
    <>
      <PlayerLink name={profile.username} id={javaIdInUrl(profile, nameRules)} />
      <Identifier name="UUID" value={profile.uuid_dashed} />
    </>
  );
}

function OfBedrock({ profile }: { profile: BedrockProfile }) {
  const { gamertag, xuid_decimal: xuid, floodgate_uuid: floodgate } = profile;
  return (
    <>
      <PlayerLink name={gamertag} id={xuid} />
      <Identifier name="XUID" value={xuid} />
      <Identifier name="Floodgate" value={floodgate} />
    </>
  );
}

function linkTo(name: string, id: string) {
  return function Link() {
    return <PlayerLink name={name} id={id} />;
  };
}

function PlayerLink({ name, id }: { name: string; id: string }) {
  return (
    <a href={localePath(useLocale(), playerPath(id))}>
      <PlayerName name={name} />
    </a>
  );
}

function Identifier({ name, value }: { name: string; value: string }) {
  return (
    <p className="list-id">
      <span>{name}</span>
      <code translate="no" dir="ltr">
        {value}
      </code>
      <CopyButton label={`${name} ${value}`} />
    </p>
  );
}
