import { Fragment } from "react";

/**
 * A player's name, whole at any width: a long one goes on in the next line, after an underscore
 * where it has one.
 */
export function PlayerName({ name }: { name: string }) {
  const [first = "", ...others] = name.split("_");
  return (
    <bdi className="wrap-anywhere">
      {first}
      {others.map((part, index) => (
        <Fragment key={index}>
          _<wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
