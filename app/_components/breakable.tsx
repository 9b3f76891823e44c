/** A long text that may wrap at these places. */
export function Breakable({ text, at }: { text: string; at: RegExp }) {
  return text
    .split(at)
    .flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));
}
