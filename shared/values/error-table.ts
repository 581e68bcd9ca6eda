export type NextStep = {
  operation: string;
  title: string;
  /** A path of the console at this API's address; `null` without a page. */
  page: string | null;
  /** Another service has the page, such as the billing portal. */
  url?: string;
};

/** A status, a sentence for people, and for errors that the caller can resolve the step that does so. */
export type ErrorTable = Readonly<
  Record<string, readonly [status: number, sentence: string, next?: NextStep]>
>;
