import jsTokens from 'js-tokens';
import type { Kind } from './phrases.ts';

export type Text = { line: number; text: string; kind: Kind; isDescription?: boolean };

const described = new Set(['summary', 'description', 'detail', 'msg']);

export function textsOf(file: string, content: string): Text[] {
  if (file.endsWith('.md')) return textsOfMarkdown(content);
  if (file.endsWith('.json')) return textsOfOpenApi(content);
  return textsOfTypeScript(file, content);
}

export function commentsOf(file: string, content: string): Text[] {
  const comments: Text[] = [];
  let isAfterLineComment = false;
  let hasCodeBefore = false;
  for (const { type, value, line } of tokensWithLines(file, content)) {
    if (type === 'LineTerminatorSequence') {
      hasCodeBefore = false;
      if (comments.at(-1)?.text.split('\n').length !== line - (comments.at(-1)?.line ?? 0) + 1) isAfterLineComment = false;
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

/** Editors show only the second of two consecutive doc comments. */
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
