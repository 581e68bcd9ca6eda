/** Stored content of a form that this release cannot read. A wrong figure would be worse than no answer. */
export class UnknownForm extends Error {
  override name = 'UnknownForm';
}

/** Content without a number was stored before forms had numbers, and is of form 1. */
export function formAmong<Form extends { form: number }>(
  forms: readonly Form[],
  number: number | undefined,
  content: string,
): Form {
  const form = forms.find((candidate) => candidate.form === (number ?? 1));
  if (form) return form;
  throw new UnknownForm(
    `The form ${JSON.stringify(number)} of ${content} is unknown to this release: run the release that wrote it, or a later one.`,
  );
}
