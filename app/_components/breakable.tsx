/** Code wraps after the parts of a URL, and before the brackets of a command. Names and IDs stay whole. */
const BETWEEN_PARTS = /(?<=[?&= ]|[^/:]\/)|(?=[[{])/;

/** A long text that may wrap at these places. */
export function Breakable({ text, at = BETWEEN_PARTS }: { text: string; at?: RegExp }) {
  return text
    .split(at)
    .flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));
}
