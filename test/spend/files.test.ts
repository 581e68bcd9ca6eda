import type { dateFormats } from '#shared/files/dates.ts';
import { networksOf } from '#shared/spend/rules/files/networks.ts';
import { readFile } from '#shared/spend/rules/files/read-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const options = (network: string) => ({ network, dateFormat: null, columns: {} });
const read = (bytes: Uint8Array | string, network: string, more: object = {}) =>
  readFile({ bytes: typeof bytes === 'string' ? utf8(bytes) : bytes }, { ...options(network), ...more });
const rowsOf = (...given: Parameters<typeof read>) => {
  const answer = read(...given);
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
  return answer;
};
const codesOf = (...given: Parameters<typeof read>) => {
  const answer = read(...given);
  return 'problems' in answer ? answer.problems.map(({ line, code }) => ({ line, code })) : [];
};

const google = `Campaign report
"November 1, 2026 - November 2, 2026"
Day,Device,Campaign ID,Campaign,Currency code,Cost,Impr.,Clicks,Conversions
2026-11-01,Mobile,7,Brand,USD,"1,010.50","40,000",20,--
2026-11-01,Desktop,7,Brand,USD,5.25,100,3,1.50
2026-11-02,Mobile,8,"Shoes, ""new""",USD, --,0,0,0.00

Total: Account,,,,USD,"1,015.75","40,100",23,1.50
Total: Search,,,,USD,"1,015.75","40,100",23,1.50
`;

describe('the report of Google Ads', () => {
  it('the report of Google Ads is read behind its title, with grouped figures, dashes for none and its own total checked', () => {
    const { rows, skipped } = rowsOf(google, 'google_ads');
    expect(skipped).toEqual({ title: 2, blank: 1, total: 2, note: 0 });
    expect(rows).toMatchObject([
      {
        line: 4,
        day: '2026-11-01',
        campaignId: '7',
        campaign: 'Brand',
        spend: '1010.50',
        impressions: '40000',
        clicks: '20',
        reportedConversions: null,
        currency: 'USD',
      },
      { line: 5, day: '2026-11-01', spend: '5.25', reportedConversions: '1.50' },
      { line: 6, day: '2026-11-02', campaign: 'Shoes, "new"', spend: '0' },
    ]);
  });

  it('covers the period of its title, which can end after the last row', () => {
    const titled = (title: string) => rowsOf(google.replace(/^"November.*$/m, title), 'google_ads').coversTo;
    expect(titled('"November 1, 2026 - November 14, 2026"')).toBe('2026-11-14');
    expect(titled('November 1, 2026 - November 14, 2026')).toBe('2026-11-14');
    expect(titled('2026-11-01 - 2026-11-14')).toBe('2026-11-14');
    for (const title of ['All time', 'Brand - Shoes', '2026-11-14 - 2026-11-01', 'November 1, 2026']) expect(titled(title)).toBeNull();
  });

  it('the report of Google Ads is the same as UTF-16 with tabs, with CR LF, with a byte order mark and with its columns in another order', () => {
    const plain = rowsOf(google, 'google_ads').rows;
    const tabbed = google
      .replace(/"([^"\n]*)"/g, (_, cell: string) => cell.replaceAll(',', '\u0001'))
      .replaceAll(',', '\t')
      .replaceAll('\u0001', ',');
    const shoes = '2026-11-02\tMobile\t8\t"Shoes, ""new"""\tUSD\t --\t0\t0\t0.00';
    const asTabs = tabbed.replace(/^2026-11-02.*$/m, shoes);
    expect(rowsOf(utf16(asTabs), 'google_ads').rows).toEqual(plain);
    expect(rowsOf(google.replaceAll('\n', '\r\n'), 'google_ads').rows).toEqual(plain);
    expect(rowsOf(google.replaceAll('\n', '\r'), 'google_ads').rows).toEqual(plain);
    expect(rowsOf(`\uFEFF${google}`, 'google_ads').rows).toEqual(plain);
    const swapped = 'Cost;Campaign;Day;Currency code\n1.010,50;Brand;01.11.2026;USD\n5,25;Brand;02.11.2026;USD\n';
    expect(rowsOf(swapped, 'google_ads').rows).toMatchObject([
      { day: '2026-11-01', spend: '1010.50', campaign: 'Brand' },
      { day: '2026-11-02', spend: '5.25' },
    ]);
  });

  it('the report of Google Ads whose own total is not the sum of its rows has a problem that names both', () => {
    const wrong = google.replaceAll('1,015.75', '1,015.78');
    expect(read(wrong, 'google_ads')).toMatchObject({
      problems: [{ line: 8, code: 'total_differs', message: expect.stringMatching(/1015\.78.*1015\.75/) }],
    });
  });

  it('the report of Google Ads by weeks is not daily', () => {
    expect(codesOf('Week,Campaign,Cost\n2026-11-02,Brand,5\n', 'google_ads')).toEqual([{ line: 1, code: 'not_daily' }]);
  });
});

describe('the report of Meta', () => {
  const row = '2026-11-01,2026-11-01,Spring,Wide,Ad one,12.30,100,7';
  it.each([
    ['English', 'Reporting starts,Reporting ends,Campaign name,Ad set name,Ad name,Amount spent (USD),Impressions,Link clicks', 'USD'],
    [
      'German',
      'Beginn des Berichts,Ende des Berichts,Name der Kampagne,Name der Anzeigengruppe,Anzeigenname,Ausgegebener Betrag (EUR),Impressionen,Link-Klicks',
      'EUR',
    ],
    [
      'French',
      "Début des rapports,Fin des rapports,Nom de la campagne,Nom de l'ensemble de publicités,Nom de la publicité,Montant dépensé (EUR),Impressions,Clics sur un lien",
      'EUR',
    ],
    [
      'Spanish',
      'Inicio del informe,Fin del informe,Nombre de la campaña,Nombre del conjunto de anuncios,Nombre del anuncio,Importe gastado (COP),Impresiones,Clics en el enlace',
      'COP',
    ],
    [
      'Portuguese',
      'Início dos relatórios,Encerramento dos relatórios,Nome da campanha,Nome do conjunto de anúncios,Nome do anúncio,Valor usado (BRL),Impressões,Cliques no link',
      'BRL',
    ],
  ])('the report of Meta is recognised in %s, with the currency of its heading', (_, headings, currency) => {
    expect(rowsOf(`${headings}\n${row}\n`, 'meta').rows).toMatchObject([
      {
        day: '2026-11-01',
        campaign: 'Spring',
        adGroup: 'Wide',
        ad: 'Ad one',
        spend: '12.30',
        impressions: '100',
        clicks: '7',
        currency,
      },
    ]);
  });

  it('the report of Meta has a total without a name as its first row, which is checked and left out', () => {
    const headings = 'Reporting starts,Reporting ends,Day,Campaign name,Amount spent (USD)';
    const file = (total: string) =>
      `${headings}\n2026-11-01,2026-11-30,,,${total}\n2026-11-01,2026-11-30,2026-11-01,Total comfort,1.10\n2026-11-01,2026-11-30,2026-11-02,Spring,2.20\n`;
    expect(rowsOf(file('3.30'), 'meta')).toMatchObject({
      skipped: { total: 1 },
      rows: [{ campaign: 'Total comfort' }, { spend: '2.20' }],
    });
    expect(codesOf(file('3.32'), 'meta')).toEqual([{ line: 2, code: 'total_differs' }]);
  });

  it('the report of Meta with rows of more than one day is not daily', () => {
    const file = 'Reporting starts,Reporting ends,Campaign name,Amount spent (USD)\n2026-11-01,2026-11-30,Spring,5\n';
    expect(codesOf(file, 'meta')).toEqual([{ line: 2, code: 'not_daily' }]);
  });

  it('the report of Meta with a subtotal, whose day is blank, does not count it on the first day', () => {
    const days = 'Reporting starts,Reporting ends,Day,Campaign name,Amount spent (USD)\n';
    const row = '2026-11-01,2026-11-30,2026-11-01,Spring,5\n';
    expect(codesOf(`${days}${row}2026-11-01,2026-11-30,,Spring,5\n`, 'meta')).toEqual([{ line: 3, code: 'not_daily' }]);
    expect(rowsOf(`${days}${row}2026-11-01,2026-11-01,,Spring,5\n`, 'meta').rows).toMatchObject([{ day: '2026-11-01' }, { day: '' }]);
  });
});

describe('reports of the other networks', () => {
  it('reports of the other networks of Microsoft Advertising are read behind their title and before their copyright', () => {
    const file = `"Report Name: Campaign"\n"Report Time: 11/1/2026"\n\nTimePeriod,CampaignId,CampaignName,Spend,Clicks,Impressions,CurrencyCode\n2026-11-01,5,Brand,3.20,2,10,GBP\n\n"©2026 Microsoft Corporation. All rights reserved. "\n`;
    expect(rowsOf(file, 'microsoft_ads')).toMatchObject({
      rows: [{ day: '2026-11-01', campaignId: '5', campaign: 'Brand', spend: '3.20', currency: 'GBP' }],
      skipped: { title: 2, blank: 2, note: 1 },
    });
  });

  it('reports of the other networks of TikTok may be those of its API or of its manager', () => {
    const api = 'stat_time_day,campaign_id,adgroup_id,ad_id,spend,impressions,clicks\n2026-11-01 00:00:00,1,2,3,4.5,6,7\n';
    expect(rowsOf(api, 'tiktok').rows).toMatchObject([{ day: '2026-11-01', campaignId: '1', adGroupId: '2', adId: '3', spend: '4.5' }]);
    const manager = 'Date,Campaign name,Ad group name,Ad name,Cost,Currency\n2026-11-01,A,B,C,4.5,USD\nTotal of 1 results,,,,4.5,\n';
    expect(rowsOf(manager, 'tiktok').rows).toMatchObject([{ campaign: 'A', adGroup: 'B', ad: 'C', spend: '4.5' }]);
  });

  it('reports of the other networks of LinkedIn have campaign groups, which are our campaigns, and campaigns, which are our ad groups', () => {
    const file = utf16(
      'Campaign Performance Report\nDate Range: 11/1/2026 - 11/30/2026\n\nStart Date (in UTC)\tCampaign Group Name\tCampaign Name\tTotal Spent\tCurrency\n11/13/2026\tBrand\tEngineers\t20.00\tUSD\n11/1/2026\tBrand\tEngineers\t1.00\tUSD\n',
    );
    expect(rowsOf(file, 'linkedin').rows).toMatchObject([
      { day: '2026-11-13', campaign: 'Brand', adGroup: 'Engineers', spend: '20.00' },
      { day: '2026-11-01', spend: '1.00' },
    ]);
  });

  it('reports of the other networks are told from each other, and any table is read whose columns are named', () => {
    expect(codesOf('Reporting starts,Reporting ends,Campaign name,Amount spent (USD)\n', 'google_ads')).toEqual([
      { line: 1, code: 'other_network' },
    ]);
    const own = 'Quand;Quoi;Combien\n2026-11-01;Été;3,50\n';
    expect(codesOf(own, 'podcast')).toEqual([{ line: null, code: 'unknown_headings' }]);
    const columns = { day: 'Quand', campaign: 'quoi', spend: 'Combien' };
    expect(rowsOf(own, 'podcast', { columns }).rows).toMatchObject([{ day: '2026-11-01', campaign: 'Été', spend: '3.50' }]);
  });

  it('the names of the API are headings of every table, so that a row of an ad is none of its campaign', () => {
    const names = 'day,campaign_id,campaign,ad_group_id,ad_group,ad_id,ad,spend,reported_conversions';
    const row = '2026-11-01,7,Brand,8,Shoes,9,Red,3.50,2';
    const all = { campaignId: '7', adGroup: 'Shoes', adId: '9', ad: 'Red', reportedConversions: '2' };
    expect(rowsOf(`${names}\n${row}\n`, 'podcast').rows).toMatchObject([all]);
    const most = 'day,campaign_id,Ad group name,Ad name,spend\n2026-11-01,7,Shoes,Red,3.50\n';
    expect(rowsOf(most, 'podcast').rows).toMatchObject([{ campaignId: '7', adGroup: 'Shoes', ad: 'Red' }]);
    const few = 'day,campaign,ad_id,spend\n2026-11-01,Brand,9,1\n';
    for (const network of ['podcast', 'microsoft_ads', 'tiktok'])
      expect(rowsOf(few, network).rows).toMatchObject([{ campaign: 'Brand', adId: '9' }]);
    expect(networksOf(utf8(few), {})).toEqual(['microsoft_ads', 'tiktok', 'linkedin']);
  });
});

describe('dates and figures', () => {
  const dated = (...dates: string[]) => `Day,Campaign,Cost\n${dates.map((date) => `"${date}",A,1`).join('\n')}\n`;

  it('dates and figures of two numbers are ambiguous, unless another row or the request says which is the month', () => {
    expect(codesOf(dated('03/04/2026', '05/06/2026'), 'google_ads')).toEqual([
      { line: 2, code: 'ambiguous_date' },
      { line: 3, code: 'ambiguous_date' },
    ]);
    expect(rowsOf(dated('03/04/2026', '13/04/2026'), 'google_ads').rows.map(({ day }) => day)).toEqual(['2026-04-03', '2026-04-13']);
    const days = (dateFormat: (typeof dateFormats)[number]) => rowsOf(dated('03/04/2026'), 'google_ads', { dateFormat }).rows[0]?.day;
    expect([days('MM/DD/YYYY'), days('DD/MM/YYYY')]).toEqual(['2026-03-04', '2026-04-03']);
    const stated = { dateFormat: 'YYYY-MM-DD' };
    expect(codesOf(dated('2026-11-01', '03/04/2026'), 'google_ads', stated)).toEqual([{ line: 3, code: 'ambiguous_date' }]);
    expect(rowsOf(dated('2026-11-01', '03/04/2026', '13/04/2026'), 'google_ads', stated).rows.map(({ day }) => day)).toEqual([
      '2026-11-01',
      '2026-04-03',
      '2026-04-13',
    ]);
    expect(rowsOf(dated('05/05/2026', '06/06/2026'), 'google_ads').rows.map(({ day }) => day)).toEqual(['2026-05-05', '2026-06-06']);
    expect(codesOf(dated('05/05/2026', '03/04/2026'), 'google_ads')).toHaveLength(2);
    for (const [date, day] of [
      ['11/30/2026', '2026-11-30'],
      ['12/31/2026', '2026-12-31'],
      ['12/13/2026', '2026-12-13'],
      ['13/12/2026', '2026-12-13'],
      ['31/12/2026', '2026-12-31'],
    ] as const)
      expect([date, rowsOf(dated(date), 'google_ads').rows[0]?.day]).toEqual([date, day]);
    expect(codesOf(dated('11/12/2026', '12/11/2026'), 'google_ads')).toHaveLength(2);
    // Two dates that contradict each other do not settle the order of day and month.
    expect(codesOf(dated('13/04/2026', '04/13/2026'), 'google_ads')).toHaveLength(2);
  });

  it('dates and figures are read in the forms that programs write', () => {
    const forms = [
      '2026-11-01',
      '2026/11/01',
      '20261101',
      '1.11.2026',
      'Nov 1, 2026',
      '1 November 2026',
      'Sun, Nov 1, 2026',
      '01-Nov-2026',
    ];
    expect(rowsOf(dated(...forms), 'google_ads').rows.map(({ day }) => day)).toEqual(forms.map(() => '2026-11-01'));
  });

  it('dates and figures have the decimal mark that the file proves, and one file has one', () => {
    const file = (...figures: string[]) => `Day;Campaign;Cost\n${figures.map((one) => `2026-11-01;A;${one}`).join('\n')}\n`;
    const spend = (...figures: string[]) => rowsOf(file(...figures), 'google_ads').rows.map((row) => row.spend);
    expect(spend('1.234,5', '40.000')).toEqual(['1234.5', '40000']);
    expect(spend('40,000', '1.5')).toEqual(['40000', '1.5']);
    expect(spend('€ 1 234,50', '12,3')).toEqual(['1234.50', '12.3']);
    expect(spend('US$1.50', 'USD 2')).toEqual(['1.50', '2']);
    expect(codesOf(file('1,5', '1.5'), 'google_ads')).toEqual([{ line: null, code: 'mixed_number_formats' }]);
  });

  describe('a point or comma before three digits', () => {
    const file = (heading: string, ...lines: string[]) => `${heading}\n${lines.map((line) => `01.11.2026;A;${line}`).join('\n')}\n`;
    const read = (network: string, currency: string | null, heading: string, ...lines: string[]) =>
      rowsOf(file(heading, ...lines), network, { currency }).rows.map(({ spend, impressions }) =>
        impressions === null ? spend : [spend, impressions],
      );
    const meta = (heading: string) => `Día;Nombre de la campaña;${heading};Impresiones`;
    const refused = (network: string, currency: string | null, heading: string, ...lines: string[]) =>
      codesOf(file(heading, ...lines), network, { currency });

    it('separates thousands in a currency without decimals, and so proves the decimal mark of the file', () => {
      expect(read('meta', null, meta('Importe gastado (CLP)'), '25.000;900', '1.250;12.000')).toEqual([
        ['25000', '900'],
        ['1250', '12000'],
      ]);
      for (const currency of ['VND', 'JPY', 'KRW'])
        for (const mark of ['.', ','])
          expect(read('google_ads', currency, 'Day;Campaign;Cost', `25${mark}000`, '7')).toEqual(['25000', '7']);
      expect(read('google_ads', null, 'Day;Campaign;Cost;Currency code', '25.000;VND')).toEqual(['25000']);
      expect(refused('google_ads', 'VND', 'Day;Campaign;Cost', '25.000', '25,000')).toEqual([{ line: null, code: 'mixed_number_formats' }]);
    });

    it('is a decimal mark in a currency without decimals whose other amounts prove it', () => {
      expect(read('google_ads', 'JPY', 'Day;Campaign;Cost', '12.345', '33.3333')).toEqual(['12.345', '33.3333']);
    });

    it('separates thousands where the counts or the language of the headings prove it', () => {
      const heading = 'Day;Campaign;Cost;Impr.';
      expect(read('google_ads', 'EUR', heading, '25.000;12.000')).toEqual([['25000', '12000']]);
      expect(read('google_ads', 'EUR', heading, '25,000;12,000')).toEqual([['25000', '12000']]);
      expect(read('google_ads', 'EUR', 'Datum;Kampagne;Kosten', '25.000')).toEqual(['25000']);
      expect(read('google_ads', 'USD', 'Day;Campaign;Cost', '25,000')).toEqual(['25000']);
      expect(read('podcast', 'USD', 'day;campaign;spend', '25,000')).toEqual(['25000']);
    });

    it('is a decimal point in a currency of three decimals', () => {
      expect(read('google_ads', 'KWD', 'Day;Campaign;Cost', '1.250')).toEqual(['1.250']);
      expect(read('google_ads', 'KWD', 'Day;Campaign;Cost;Impr.', '1.250;0.500')).toEqual([['1.250', '0.500']]);
    });

    it('is refused by line where nothing in the file says what it is', () => {
      expect(refused('google_ads', 'EUR', 'Day;Campaign;Cost', '25.000', '7', '8.000')).toEqual([
        { line: 2, code: 'ambiguous_number' },
        { line: 4, code: 'ambiguous_number' },
      ]);
      expect(refused('google_ads', 'EUR', 'Datum;Kampagne;Kosten', '25,000')).toEqual([{ line: 2, code: 'ambiguous_number' }]);
      expect(refused('google_ads', 'EUR', 'Datum;Kampagne;Kosten', '25,000', '8.000')).toHaveLength(2);
      expect(read('google_ads', 'EUR', 'Day;Campaign;Cost', '25.000', '0.50')).toEqual(['25.000', '0.50']);
      expect(read('google_ads', 'EUR', 'Day;Campaign;Cost', '25.000', '0,50')).toEqual(['25000', '0.50']);
    });
  });

  it('dates and figures in broken quotes or in no text at all are a problem', () => {
    expect(codesOf('Day,Campaign,Cost\n2026-11-01,"A,1\n', 'google_ads')).toEqual([{ line: 2, code: 'broken_quotes' }]);
    const spoilt = utf8(`\uFFFD\uFFFD${google}`);
    expect(codesOf(spoilt, 'google_ads')).toEqual([{ line: null, code: 'not_text' }]);
    expect(codesOf(Uint8Array.of(0x44, 0xff, 0xfe, 0x81), 'google_ads')).toEqual([{ line: null, code: 'not_text' }]);
  });
});

describe('the network of a report', () => {
  it.each([
    ['google_ads', google],
    ['meta', 'Reporting starts,Reporting ends,Ad set name,Amount spent (EUR)\n2026-11-01,2026-11-01,a,1\n'],
    ['microsoft_ads', 'Report Name: x\nTimePeriod,CampaignName,Spend,CurrencyCode\n2026-11-01,a,1,USD\n'],
    ['tiktok', 'By Day,Campaign name,Cost,Clicks (destination)\n2026-11-01,a,1,1\n'],
    ['linkedin', 'Start Date (in UTC),Campaign Group Name,Currency,Total Spent\n11/14/2026,a,EUR,1\n'],
  ])('the network of a report of %s is known by its headings', (network, file) => {
    expect(networksOf(utf8(file), {})).toEqual([network]);
    expect(networksOf(utf16(file), {})).toEqual([network]);
  });

  it('the network of a report is open with headings that two networks have, or without any', () => {
    expect(networksOf(utf8('Day,Campaign,Cost\n2026-11-01,a,1\n'), {})).toEqual(['google_ads', 'tiktok']);
    expect(networksOf(utf8('Datum;Sendung;Kosten\n'), {})).toEqual([]);
    expect(networksOf(utf8('Datum;Sendung;Kosten\n'), { campaign: 'Sendung' })).toEqual([]);
    expect(networksOf(utf8('Datum;Kampagne;Kosten\n'), {})).toEqual(['google_ads']);
    expect(networksOf(utf8('Show,Price\na,1\n'), {})).toEqual([]);
    expect(networksOf(utf8('"Day,Cost\n'), {})).toEqual([]);
    expect(networksOf(new Uint8Array([0xff, 0x00, 0xc3, 0x28]), {})).toEqual([]);
  });
});
