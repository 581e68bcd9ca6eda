/** Stored content of a form that this release cannot read. A wrong figure would be worse than no answer. */
export class UnknownForm extends Error {
  override name = 'UnknownForm';
}

/** Content without a number was stored before forms had numbers, and is of form 1. */
export function formAmong<Form extends { form: number }>(forms: readonly Form[], number: number | undefined, content: string): Form {
  const form = forms.find((candidate) => candidate.form === (number ?? 1));
  if (form) return form;
  throw new UnknownForm(
    `The form ${JSON.stringify(number)} of ${content} is unknown to this release: run the release that wrote it, or a later one.`,
  );
}

/** A text of a later form begins with its number and a colon. No text of form 1 begins so. */
const numbered = /^(\d{1,4}):/;

export function formOfText<Form extends { form: number }>(
  forms: readonly Form[],
  text: string,
  content: string,
): { form: Form; text: string } {
  const [mark = '', number] = numbered.exec(text) ?? [];
  const form = formAmong(forms, number === undefined ? undefined : Number(number), content);
  return { form, text: text.slice(mark.length) };
}

export type TextForm<Content> = { form: number; read(text: string): Content };

export function readText<Content>(forms: readonly TextForm<Content>[], storedText: string, content: string): Content {
  const { form, text } = formOfText(forms, storedText, content);
  return form.read(text);
}
