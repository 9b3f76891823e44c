/** Nothing fresh is kept, and it was not to be loaded. */
export class NotKept extends Error {
  override readonly name = "NotKept";
}
