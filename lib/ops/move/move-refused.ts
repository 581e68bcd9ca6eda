/** Why a data folder is not moved, in a sentence for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}
