/** Why a backup is not restored, in a sentence for the operator. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}
