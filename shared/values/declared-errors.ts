export type NextStep = {
  operation: string;
  title: string;
  /** The path is of a console page that helps with the error; some errors have none. */
  page: string | null;
  url?: string;
};

export type DeclaredError<C extends string = string, N extends NextStep | undefined = NextStep | undefined> = {
  readonly code: C;
  readonly status: number;
  readonly sentence: string;
  readonly next: N;
};

type Table = Readonly<Record<string, readonly [status: number, sentence: string, next?: NextStep]>>;

type NextOf<R extends Table[string]> = R extends readonly [number, string, infer N extends NextStep] ? N : undefined;

/** Each capability declares its errors in its `errors.ts`. esbuild drops an unused table whose call is marked pure. */
export const declaredErrors = <const T extends Table>(table: T) =>
  Object.fromEntries(
    Object.entries(table).map(([code, [status, sentence, next]]): [string, DeclaredError] => [code, { code, status, sentence, next }]),
  ) as { readonly [C in keyof T & string]: DeclaredError<C, NextOf<T[C]>> };
