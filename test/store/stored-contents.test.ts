import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { UnknownForm } from '#shared/store/stored-form.ts';
import { declaredContents } from './contents/declared-form.ts';
import type { StoredContent } from './contents/stored-content.ts';
import { otherwiseFormed, storedContents } from './stored-contents.ts';

const expected = 'test/store/expected';
const fileOf = (name: string, form: number) => `${expected}/${name}-${form}.txt`;
const golden = (name: string, form: number) => readFileSync(fileOf(name, form), 'utf8').trim();
const plainOf = ({ plain = (raw: string) => raw }: StoredContent, raw: string) => plain(raw);

it.each(Object.entries(storedContents))('golden bytes of each form of %s are in the repository', (name, { form }) => {
  const forms = Array.from({ length: form }, (_, at) => fileOf(name, at + 1));
  expect(forms.filter((file) => !existsSync(file))).toEqual([]);
});

describe.each(Object.entries(storedContents))('stored content: %s', (name, content) => {
  it.each(Array.from({ length: content.form }, (_, at) => at + 1))('content of form %s is read as it was meant', async (form) => {
    expect(await content.read(golden(name, form))).toEqual(content.sample);
  });

  it('this release writes the golden bytes of its form: other bytes need a further number', async () => {
    expect(plainOf(content, await content.write())).toBe(plainOf(content, golden(name, content.form)));
  });

  it('the reader of the previous release reads what this release writes', async () => {
    expect(content.previous(await content.write())).toEqual(content.sample);
  });

  it('content of a form that this release does not know is refused', async () => {
    const later = content.later(golden(name, content.form));
    await expect((async () => content.read(later))()).rejects.toThrow(UnknownForm);
  });
});

it('every file that packs content or chooses a reader of a form is declared with its golden bytes', () => {
  const files = globSync('{shared,functions,lib}/**/*.ts').filter((file) =>
    /'(node:zlib|#shared\/store\/stored-form\.ts)'|^export class UnknownForm/m.test(readFileSync(file, 'utf8')),
  );
  const declared = Object.values(storedContents).flatMap(({ sources }) => sources);
  expect([...new Set(files)].sort()).toEqual([...new Set([...declared, ...Object.keys(otherwiseFormed)])].sort());
});

it('every golden file belongs to a declared kind of content', () => {
  const files = Object.entries(storedContents).flatMap(([name, { form }]) =>
    Array.from({ length: form }, (_, at) => `${name}-${at + 1}.txt`),
  );
  expect(
    readdirSync(expected)
      .filter((file) => /-\d+\.txt$/.test(file))
      .sort(),
  ).toEqual(files.sort());
});

it('every form that a kind of item declares has its golden bytes', () => {
  expect([...declaredContents].filter((name) => !(name in storedContents))).toEqual([]);
});
