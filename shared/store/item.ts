export type Item = Key & Record<string, unknown>;

export type Key = { pk: string; sk: string };
