/** Why a backup is not restored, in a sentence for whoever asked. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}
