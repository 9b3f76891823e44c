/** Lends something for as long as `use` takes. */
export type Lend<Lent> = (use: (lent: Lent) => Promise<void>) => Promise<void>;

export interface Borrowed<Lent> {
  readonly lent: Lent;
  /** Fails when the lender does. */
  giveBack(): Promise<void>;
}

/** Takes what a function lends until it is given back. */
export async function borrow<Lent>(lend: Lend<Lent>): Promise<Borrowed<Lent>> {
  let end = () => {};
  const inUse = new Promise<void>((resolve) => (end = resolve));
  let over = Promise.resolve();
  const lent = await new Promise<Lent>((resolve, reject) => {
    over = lend((it) => {
      resolve(it);
      return inUse;
    });
    over.catch(reject);
  });
  return {
    lent,
    giveBack() {
      end();
      return over;
    },
  };
}
