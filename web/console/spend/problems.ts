import type { FileProblem } from '../kit/file-problems.ts';

/** A person answers these problems in the form, instead of changing the file. */
const questions: Record<string, string> = {
  no_currency: 'currency',
  not_a_currency: 'currency',
  other_currency: 'currency',
  ambiguous_date: 'date_format',
  unclear_network: 'network',
  other_network: 'network',
  unknown_headings: 'columns',
};

const asked: Record<string, string> = {
  no_currency: 'The file names no currency: enter it.',
  other_currency: 'The file names another currency.',
  ambiguous_date: 'Day or month first? The file does not show it.',
};

export function questionsOf(problems: readonly FileProblem[]): Record<string, string> {
  const fieldQuestions = problems.flatMap(({ code, field, message }) => {
    const name = questions[code] ?? (code === 'value_error' || code === 'string_pattern_mismatch' ? field : null);
    return name ? [[name, asked[code] ?? message] as const] : [];
  });
  // If a field has several problems, the first problem is shown.
  return Object.fromEntries(fieldQuestions.toReversed());
}

export const isQuestion = ({ code }: FileProblem): boolean => code in questions;
