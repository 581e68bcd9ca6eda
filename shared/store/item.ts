export type Item = Key & Record<string, unknown>;

export type Key = { pk: string; sk: string };

/** The effects are a text attribute, whose existence a stream filter can test. */
export const withEffects = (effects: readonly { id: string }[]): { effects?: string } =>
  effects.length > 0 ? { effects: JSON.stringify(effects) } : {};
