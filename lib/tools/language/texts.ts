import jsTokens from 'js-tokens';
import type { Kind } from './phrases.ts';

/** A text as it is read, with the line of its file where it begins. */
export type Text = { line: number; text: string; kind: Kind; isDescription?: boolean };

/** Keys of an OpenAPI document whose values are sentences for readers. */
const described = new Set(['summary', 'description', 'detail', 'msg']);

export function textsOf(file: string, content: string): Text[] {
  if (file.endsWith('.md')) return textsOfMarkdown(content);
  if (file.endsWith('.json')) return textsOfOpenApi(content);
  return textsOfTypeScript(content);
}

function textsOfMarkdown(content: string): Text[] {
  let isCode = false;
  return content.split('\n').flatMap((text, index) => {
    const isFence = text.trimStart().startsWith('```');
    if (isFence) isCode = !isCode;
    return isFence || isCode ? [] : [{ line: index + 1, text, kind: 'page' as const }];
  });
}

/** The document is printed with one value per line, so each sentence has a line of its own. */
function textsOfOpenApi(content: string): Text[] {
  return content.split('\n').flatMap((line, index) => {
    const [, key = '', value] = /^\s*"(\w+)": (".*"),?$/.exec(line) ?? [];
    if (!value || !described.has(key)) return [];
    const text = JSON.parse(value) as string;
    return [{ line: index + 1, text, kind: 'public' as const, isDescription: key === 'description' }];
  });
}

function textsOfTypeScript(content: string): Text[] {
  const texts: Text[] = [];
  let line = 1;
  for (const { type, value } of jsTokens(content)) {
    if (/Comment$/.test(type)) texts.push({ line, text: value, kind: 'comment' });
    // Three words or more make a sentence; anything shorter is a name or a value.
    else if (/^(?:StringLiteral|NoSubstitutionTemplate|Template\w+)$/.test(type) && / .* /.test(value)) {
      texts.push({ line, text: value, kind: 'public' });
    }
    line += value.split('\n').length - 1;
  }
  return texts;
}
