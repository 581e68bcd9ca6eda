type Problem = { line: number | null; field: string | null; code: string; message: string };

/** A person answers these problems in the form, instead of changing the file. */
const fieldOf: Record<string, string> = {
  no_currency: 'currency',
  ambiguous_date: 'date_format',
  unknown_headings: 'columns',
  unknown_column: 'columns',
};
const questions: Record<string, string> = {
  no_currency: 'The file names no currency: enter it.',
  ambiguous_date: 'Day or month first? The file does not show it.',
};
const facts = ['time_zone', 'currency', 'date_format', 'event_type', 'id_template', 'from', 'to', 'window_hours', 'tolerance', 'columns'];

const questionOf = ({ code, line, field }: Problem): string | undefined =>
  fieldOf[code] ?? (line === null && field !== null && facts.includes(field) ? field : undefined);

export const isQuestion = (problem: Problem): boolean => questionOf(problem) !== undefined;

/** If a field has several problems, the first problem is shown. */
export const questionsOf = (problems: readonly Problem[]): Record<string, string> =>
  Object.fromEntries(
    problems.toReversed().flatMap((problem) => {
      const name = questionOf(problem);
      return name ? [[name, questions[problem.code] ?? problem.message] as const] : [];
    }),
  );
