import { tableNames } from '#shared/store/tables.ts';
import { allItems } from '#test/kit/all-items.ts';
import { everyKind } from './every-kind.ts';

/** Short random parts can look like words or numbers. */
const shortParts: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '<UUID>'],
  [/(?<=(FIGURES|ROWS)#)\w{8}(?=#)/, '<8 letters and digits>'],
  [/(?<=apply_<day>_)[0-9a-f]{12}$/, '<12 hexadecimal digits>'],
  [/(?<=secret_key_rotated#key_\w{22}#)[0-9a-f]{16}$/, '<16 hexadecimal digits>'],
  [/(?<=#user)\d+(?=@)/, '<number>'],
  [/(?<=#r)\d$/, '<digit>'],
];

function formOf(text: string): string {
  const dated = text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>').replace(/\d{4}-\d\d-\d\d/g, '<day>');
  return shortParts.reduce((form, [part, name]) => form.replace(part, name), dated).replace(/[0-9A-Za-z]{8,}/g, nameOfPart);
}

function nameOfPart(part: string): string {
  if (/^\d+$/.test(part)) return part.startsWith('0') ? `<${part.length} digits>` : '<number>';
  if (/^([a-z]+|[A-Z]+)$/.test(part)) return part;
  return `<${part.length} ${/^[0-9a-f]+$/.test(part) ? 'hexadecimal digits' : 'letters and digits'}>`;
}

it('the IDs and keys of stored items have the form that items of earlier versions have', async () => {
  const world = await everyKind();
  const forms = new Map<string, Set<string>>();
  for (const table of tableNames)
    for (const { kind, pk, sk, id } of await allItems(world, table)) {
      const name = String(kind ?? pk.split('#')[0]);
      const texts = [`${formOf(pk)} | ${formOf(sk)}`, ...(typeof id === 'string' ? [`ID ${formOf(id)}`] : [])];
      forms.set(name, new Set([...(forms.get(name) ?? []), ...texts]));
    }
  const lines = [...forms].flatMap(([name, texts]) => [...texts].map((text) => `${name}: ${text}`)).sort();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./expected/forms.txt');
});
