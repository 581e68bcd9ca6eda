export class UpgradeRefused extends Error {
  override name = 'UpgradeRefused';
}
