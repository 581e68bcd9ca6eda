import fc from 'fast-check';
import { keywordPlanCsv } from '#shared/keyword-plans/rules/keyword-plan-csv.ts';
import { validatePlan } from '#shared/keyword-plans/rules/validate-plan.ts';
import { company, names, proposal } from './plan-scene.ts';

describe('the file for the desktop editor', () => {
  const lines = (csv: string) => csv.trimEnd().split('\r\n');

  it('the file for the desktop editor has a row for each campaign, ad group, keyword and negative, by the editor’s columns', () => {
    const sharedNegatives = [{ text: 'free', matchType: 'broad' as const }];
    const csv = keywordPlanCsv(validatePlan(proposal({ sharedNegatives }), names).plan);
    const [head, ...rows] = lines(csv);
    expect(head).toMatch(/^Campaign,Campaign Type,Networks,Budget,/);
    expect(rows.filter((row) => row.includes(',Exact,Enabled,https://northwind.example/'))).toHaveLength(20);
    expect(rows).toContain('Brand,,,,,,,,,free,Campaign Negative Broad,,');
    expect(rows).toContain('Non-brand,,,,,,,,,northwind,Campaign Negative Phrase,,');
    expect(rows).toContain('Brand,Search,Google search,10,Manual CPC,en,Paused,,,,,,');
    for (const row of rows) expect(row.split(',')).toHaveLength(13);
  });

  it.each([
    ['en', 'en'],
    ['de-AT', 'de'],
    ['PT-br', 'pt'],
    ['zh', 'zh_CN'],
    ['zh-TW', 'zh_TW'],
    ['zh-Hant', 'zh_TW'],
    ['he', 'iw'],
    ['nb', 'no'],
  ])('the file for the desktop editor names the language %s as the search engine does: %s', (language, code) => {
    const { plan } = validatePlan(proposal(), names);
    const csv = keywordPlanCsv({ ...plan, company: { ...company, language } });
    expect(lines(csv)[1]).toContain(`,Manual CPC,${code},Paused,`);
  });

  it('the file for the desktop editor has a shared negative in each campaign, once', () => {
    const sharedNegatives = [{ text: 'free', matchType: 'broad' as const }];
    const brand = { ...proposal().brand, negatives: sharedNegatives };
    const csv = keywordPlanCsv(validatePlan(proposal({ brand, sharedNegatives }), names).plan);
    expect(csv.match(/,free,Campaign Negative Broad,/g)).toHaveLength(2);
  });

  it('the file for the desktop editor reads back as it was written, whatever the names hold', () => {
    const { plan } = validatePlan(proposal(), names);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (name, site) => {
        const brand = { ...plan.brand, name };
        const csv = keywordPlanCsv({ ...plan, brand, company: { ...company, website: `https://x/${site}` } });
        const rows = parsed(csv);
        expect(new Set(rows.map((row) => row.length))).toEqual(new Set([13]));
        expect(rows.filter((row) => row[12] === `https://x/${site}`)).toHaveLength(20);
        for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+@\t\r-]/);
      }),
    );
  });

  it('the file for the desktop editor holds nothing that a spreadsheet would run, and quotes what needs it', () => {
    const { plan } = validatePlan(proposal(), names);
    const csv = keywordPlanCsv({ ...plan, brand: { ...plan.brand, name: '=cmd|"x", y' } });
    expect(lines(csv)[1]).toBe('"\'=cmd|""x"", y",Search,Google search,10,Manual CPC,en,Paused,,,,,,');
    for (const line of lines(csv)) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
  });

  it.each(['=1+1', '+1', '-x', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'the file for the desktop editor marks the cell %j as text with an apostrophe, and loses nothing of it',
    (name) => {
      const { plan } = validatePlan(proposal(), names);
      const csv = keywordPlanCsv({ ...plan, brand: { ...plan.brand, name } });
      expect(parsed(csv)[1]?.[0]).toBe(`'${name}`);
    },
  );
});

/** The form is RFC 4180. */
function parsed(csv: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < csv.length; at++) {
    const sign = csv[at];
    if (isQuoted && sign === '"' && csv[at + 1] === '"') cell += csv[at++];
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') {
      row.push(cell);
      cell = '';
    } else if (!isQuoted && csv.startsWith('\r\n', at)) {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at++;
    } else cell += sign;
  }
  return rows;
}
