export type NextStep = {
  operation: string;
  title: string;
  /** The path is of a console page that helps with the error; some errors have none. */
  page: string | null;
  url?: string;
};

export type ErrorTable = Readonly<
  Record<string, readonly [status: number, sentence: string, next?: NextStep]>
>;
