import { CHECK } from "./icon-paths.ts";
import { PathIcon, type PathProps } from "./path-icon.tsx";

/** In a square of 24, as in the icons of lucide (ISC licence), whose components weigh more. */
const shapes = {
  check: CHECK,
  search: "M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M21 21l-4.3-4.3",
  download: "M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5",
  share: "M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8M16 6l-4-4-4 4M12 2v13",
  "rotate-cw": "M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5",
  "rotate-3d":
    "M15.194 13.707l3.814 1.86-1.86 3.814M16.47214 7.52786 A 5 10 0 1 0 13 21.79796M21.79796 11 A 10 5 0 1 0 19 15.57071",
  close: "M18 6L6 18M6 6l12 12",
};
export type Shape = keyof typeof shapes;

interface IconProps extends PathProps {
  shape: Shape;
}

/** An icon in the colour of the text around it. */
export function Icon({ shape, ...rest }: IconProps) {
  return <PathIcon path={shapes[shape]} {...rest} />;
}
