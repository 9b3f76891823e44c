/**
 * What is drawn on the plain cloth of a body, 8×12 in front and behind, 4×12 at the side (seen from
 * the player's left). Letters: 1–4 tones of the cloth, aAeE tones of the accent, s skin, p trousers,
 * w white, k dark, y brass. `over…` goes on the jacket layer.
 */
export interface TopPicture {
  readonly front: string;
  readonly back?: string;
  readonly side?: string;
  readonly overFront?: string;
  readonly overBack?: string;
  readonly overSide?: string;
}

const BELT = "EEEYYEEE";

const tee: TopPicture = { front: `...ss...\n...33...`, back: `...33...` };

const stripes: TopPicture = {
  front: `
    ...ss...
    22233222
    aaaaaaaa
    22222222
    22222222
    aaaaaaaa
    33333333
    22222222
    aaaaaaaa
    33333333
    33333333
    eeeeeeee`,
  back: `22222222\n22222222\naaaaaaaa\n22222222\n22222222\naaaaaaaa\n33333333\n22222222\naaaaaaaa\n33333333\n33333333\neeeeeeee`,
  side: `2222\n2222\neeee\n2222\n2222\neeee\n3333\n2222\neeee\n3333\n3333\neeee`,
};

const hoodie: TopPicture = {
  front: `
    33a..a33
    .3a33a3.
    ..a..a..
    ..A..A..
    ........
    ........
    .333333.
    .31..13.
    31....13
    3......3
    33333333
    44444444`,
  back: `33333333\n.344443.\n..3333..\n........\n........\n........\n........\n........\n........\n........\n33333333\n44444444`,
  overBack: `33333333\n.322223.\n..3333..`,
  overFront: `33....33\n3......3`,
};

const dungarees: TopPicture = {
  front: `
    22asSa22
    22aaaa22
    22aaaa22
    y222222y
    22222222
    22333322
    22311322
    22333322
    22222222
    22222222
    33333333
    22322322`,
  back: `
    22aaaa22
    a22aa22a
    aa2222aa
    aaa22aaa
    aaa22aaa
    aa2222aa
    22222222
    22222222
    22222222
    22222222
    33333333
    22222222`,
  side: `aaaa\naaaa\naaaa\naaaa\n3aaa\n33aa\n3333\n2222\n2222\n2222\n3333\n3333`,
};

const waistcoat: TopPicture = {
  front: `
    22awwa22
    22AwwA22
    222aa222
    222aa222
    222y2222
    22222222
    222y2222
    33222233
    222y2222
    22222222
    22233222
    E22EE22E`,
  overFront: `........\n...kk...\n..kkkk..\n...kk...`,
  back: `33333333`,
};

const apron: TopPicture = {
  front: `
    aaa2.aaa
    aa2222aa
    aa2222aa
    a222222a
    a222222a
    a222222a
    33333333
    22222222
    22333322
    22311322
    22333322
    22222222`,
  back: `aa2aa2aa\naa2aa2aa\naaa22aaa\naaa22aaa\naa2aa2aa\na2aaaa2a\n23a22a32\n22a22a22\naaa22aaa\naaa2a2aa\npppppppp\npppppppp`,
  side: `aaaa\naaaa\naaaa\naaaa\naaaa\naaaa\n3333\n22aa\n22aa\n22aa\n22pp\n22pp`,
};

const tunic: TopPicture = {
  front: `
    22SssS22
    222SS222
    222aa222
    22222222
    22222222
    22222222
    22222222
    ${BELT}
    22222222
    22222222
    a2222a22
    aa2aaaa2`,
  back: `.\n.\n.\n.\n.\n.\n.\nEEEEEEEE`,
  side: `.\n.\n.\n.\n.\n.\n.\nEEEE`,
};

/** Everyday tops; see also `uniforms.ts`. */
export const EVERYDAY_TOPS = { tee, stripes, hoodie, dungarees, waistcoat, apron, tunic };
