/** The reason why a backup cannot be restored, in a sentence for the operator. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}
