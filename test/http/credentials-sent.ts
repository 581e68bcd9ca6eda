export type Credentials = {
  headers?: Record<string, string>;
  body?: { key: unknown };
  sign?: (raw: string | Uint8Array) => Record<string, string>;
};
