export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}
