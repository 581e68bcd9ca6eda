export class MoveRefused extends Error {
  override name = 'MoveRefused';
}
