import jsTokens from 'js-tokens';
import type { Kind } from './phrases.ts';

/** A text as it is read, with the line of its file where it begins. */
export type Text = { line: number; text: string; kind: Kind; isDescription?: boolean };

/** Keys of an OpenAPI document whose values are sentences for readers. */
const described = new Set(['summary', 'description', 'detail', 'msg']);

export function textsOf(file: string, content: string): Text[] {
  if (file.endsWith('.md')) return textsOfMarkdown(content);
  if (file.endsWith('.json')) return textsOfOpenApi(content);
  return textsOfTypeScript(file, content);
}

/** Returns the comments of a file. Line comments on consecutive lines are one text. */
export function commentsOf(file: string, content: string): Text[] {
  const comments: Text[] = [];
  let isAfterLineComment = false;
  let hasCodeBefore = false;
  for (const { type, value, line } of tokensWithLines(file, content)) {
    if (type === 'LineTerminatorSequence') {
      hasCodeBefore = false;
      // A blank line or a line of code ends a run of line comments.
      if (comments.at(-1)?.text.split('\n').length !== line - (comments.at(-1)?.line ?? 0) + 1)
        isAfterLineComment = false;
    } else if (isComment(type)) {
      const previous = comments.at(-1);
      const isLineComment = type === 'SingleLineComment' && !hasCodeBefore;
      if (previous && isLineComment && isAfterLineComment) previous.text += `\n${value}`;
      else comments.push({ line, text: value, kind: 'comment' });
      isAfterLineComment = isLineComment;
    } else if (type !== 'WhiteSpace') hasCodeBefore = true;
  }
  return comments;
}

/** Lines of doc comments that follow another doc comment: editors show only the second comment. */
export function doubledDocComments(file: string, content: string): number[] {
  const lines: number[] = [];
  let isAfterDocComment = false;
  for (const { type, value, line } of tokensWithLines(file, content)) {
    if (type === 'WhiteSpace' || type === 'LineTerminatorSequence') continue;
    const isDocComment = type === 'MultiLineComment' && value.startsWith('/**');
    if (isDocComment && isAfterDocComment) lines.push(line);
    isAfterDocComment = isDocComment;
  }
  return lines;
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

const sentence = /^(?:StringLiteral|NoSubstitutionTemplate|Template\w+|JSXString|JSXText)$/;

function textsOfTypeScript(file: string, content: string): Text[] {
  return tokensWithLines(file, content).flatMap(({ type, value, line }): Text[] => {
    if (isComment(type)) return [{ line, text: value, kind: 'comment' }];
    // Three words or more make a sentence; a shorter text is a name or a value.
    const isSentence = sentence.test(type) && / .* /.test(value);
    return isSentence ? [{ line, text: value, kind: 'public' }] : [];
  });
}

function tokensWithLines(file: string, content: string) {
  let nextLine = 1;
  return [...jsTokens(content, { jsx: file.endsWith('x') })].map(({ type, value }) => {
    const line = nextLine;
    nextLine += value.split('\n').length - 1;
    return { type: type as string, value, line };
  });
}

function isComment(type: string): boolean {
  return type === 'SingleLineComment' || type === 'MultiLineComment';
}
