/** The reason why a data folder cannot be moved, in a sentence for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}
