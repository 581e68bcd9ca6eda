/** How a caller shows who it is: headers, or a field of the body. */
export type Credentials = {
  headers?: Record<string, string>;
  body?: { key: unknown };
  /** Headers that depend on what is sent. */
  sign?: (raw: string | Uint8Array) => Record<string, string>;
};
