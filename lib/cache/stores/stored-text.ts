import { z } from "zod";

/** The JSON value of a text; undefined when it is not of this shape, since others may write to a store. */
export function readJson<Value>(
  schema: z.ZodType<Value>,
  text: string | undefined,
): Value | undefined {
  // An error that is thrown and caught for each absent key takes longer than its read.
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A list without the elements that are not of this shape: one of them says nothing about the others. */
export const validListOf = <Value>(schema: z.ZodType<Value>) =>
  z.array(z.unknown()).transform((elements) =>
    elements.flatMap((element) => {
      const { success, data } = schema.safeParse(element);
      return success ? [data] : [];
    }),
  );

/** A counter from its text; anything else counts as 0. */
export function countIn(text: string | undefined): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
