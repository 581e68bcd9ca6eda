import type { DecimalMark } from './numbers.ts';

export const columnFields = [
  'day',
  'starts',
  'ends',
  'campaign_id',
  'campaign',
  'ad_group_id',
  'ad_group',
  'ad_id',
  'ad',
  'spend',
  'impressions',
  'clicks',
  'currency',
  'reported_conversions',
  'reported_value',
] as const;
export type ColumnField = (typeof columnFields)[number];

/** Each text has lower-case names, separated by bars, the preferred name first. `*` means a currency code. */
type Headings = Partial<Record<ColumnField, string>>;

export const longerPeriods = new Set(
  'week|month|quarter|year|woche|monat|semaine|mois|semana|mes|settimana|mese|mês'.split('|'),
);

const day = 'day|date|tag|datum|jour|día|dia|fecha|data|giorno|dag|日付|日|天|日期|день|дата|dzień|gün';
const english = 'day|date|by day';

export const apiHeadings: Headings = Object.fromEntries(columnFields.map((field) => [field, field]));

export const headingsOf: Record<string, Headings> = {
  google_ads: {
    day,
    campaign_id: 'campaign id|kampagnen-id',
    campaign: 'campaign|campaign name|kampagne|campagne|campaña|campanha|campagna|キャンペーン',
    ad_group_id: 'ad group id|anzeigengruppen-id',
    ad_group: "ad group|ad group name|anzeigengruppe|groupe d'annonces|grupo de anuncios|grupo de anúncios",
    ad_id: 'ad id|anzeigen-id',
    ad: 'ad name|ad',
    spend: 'cost|cost (*)|kosten|kosten (*)|coût|coût (*)|coste|costo|custo|費用',
    impressions: 'impr.|impressions|impressionen|impressionen (impr.)|impr|impresiones|impressões|表示回数',
    clicks: 'clicks|klicks|clics|cliques|クリック数',
    currency: 'currency code|currency|währungscode|währung|code de devise|código de moneda|código da moeda',
    reported_conversions: 'conversions|conversionen|conv.|conversiones|conversões',
    reported_value: 'conv. value|conversion value|conv.-wert',
  },
  meta: {
    day,
    starts:
      'reporting starts|beginn des berichts|berichtsbeginn|début des rapports|inicio del informe|início dos relatórios|inizio report|レポート開始日',
    ends: 'reporting ends|ende des berichts|berichtsende|fin des rapports|fin del informe|encerramento dos relatórios|término dos relatórios|fine report|レポート終了日',
    campaign_id: 'campaign id|kampagnen-id|id de la campagne|identificador de la campaña',
    campaign:
      'campaign name|kampagnenname|name der kampagne|nom de la campagne|nombre de la campaña|nome da campanha|nome della campagna|キャンペーン名',
    ad_group_id: 'ad set id|anzeigengruppen-id|id de l’ensemble de publicités',
    ad_group:
      "ad set name|name der anzeigengruppe|anzeigengruppenname|nom de l'ensemble de publicités|nom de l’ensemble de publicités|nombre del conjunto de anuncios|nome do conjunto de anúncios|nome del gruppo di inserzioni|広告セット名",
    ad_id: 'ad id|anzeigen-id|id de la publicité',
    ad: 'ad name|anzeigenname|name der werbeanzeige|nom de la publicité|nombre del anuncio|nome do anúncio|nome dell’inserzione|広告名',
    spend:
      'amount spent (*)|ausgegebener betrag (*)|montant dépensé (*)|importe gastado (*)|valor usado (*)|valor gasto (*)|importo speso (*)|besteed bedrag (*)|消化金額 (*)|amount spent',
    impressions: 'impressions|impressionen|impresiones|impressões|impression|インプレッション',
    clicks:
      'link clicks|link-klicks|clics sur un lien|clics en el enlace|cliques no link|clic sul link|リンクのクリック|clicks (all)',
    currency: 'currency|währung|devise|divisa|moneda|moeda|valuta',
    reported_conversions: 'purchases|käufe|achats|compras|results|ergebnisse|résultats|resultados',
    reported_value: 'purchases conversion value|website purchases conversion value',
  },
  microsoft_ads: {
    day: 'timeperiod|time period|gregorian date|gregoriandate|day|date',
    campaign_id: 'campaignid|campaign id',
    campaign: 'campaignname|campaign name|campaign',
    ad_group_id: 'adgroupid|ad group id',
    ad_group: 'adgroupname|ad group|ad group name|adgroup',
    ad_id: 'adid|ad id',
    ad: 'adtitle|ad title|ad name',
    spend: 'spend',
    impressions: 'impressions|impr.',
    clicks: 'clicks',
    currency: 'currencycode|currency code|currency',
    reported_conversions: 'conversions',
    reported_value: 'revenue',
  },
  tiktok: {
    day: `stat_time_day|${english}`,
    campaign_id: 'campaign_id|campaign id',
    campaign: 'campaign_name|campaign name|campaign',
    ad_group_id: 'adgroup_id|ad group id',
    ad_group: 'adgroup_name|ad group name|ad group',
    ad_id: 'ad_id|ad id',
    ad: 'ad_name|ad name|ad',
    spend: 'spend|cost|total cost|cost (*)',
    impressions: 'impressions|impression',
    clicks: 'clicks|clicks (destination)|click',
    currency: 'currency',
    reported_conversions: 'conversion|conversions',
  },
  // LinkedIn's campaign group is a campaign at other networks, and its campaign is an ad group.
  linkedin: {
    day: `start date (in utc)|start date|${english}`,
    campaign_id: 'campaign group id',
    campaign: 'campaign group name|campaign group',
    ad_group_id: 'campaign id',
    ad_group: 'campaign name|campaign',
    ad_id: 'ad id|creative id|sponsored content id',
    ad: 'ad name|creative name|ad introduction text',
    spend: 'total spent|spend|cost in local currency|total spent (*)',
    impressions: 'impressions',
    clicks: 'clicks',
    currency: 'currency',
    reported_conversions: 'conversions|total conversions',
    reported_value: 'total conversion value',
  },
} satisfies Partial<Record<string, Headings>>;

export type Columns = {
  at: Partial<Record<ColumnField, number>>;
  currency: string | null;
  markOfLanguage: DecimalMark | null;
  isLonger: boolean;
};

const headingsWithPoint = /^((total )?(cost|spend|spent|amount spent)\b|費用|消化金額)/;

const tidy = (heading: string) =>
  heading
    .normalize('NFKC')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase();

/** A title line is examined for each network, so its cells are bounded, and each is tidied once. */
const [maxHeadings, maxHeadingCharacters] = [200, 200];

export type HeadingLine = { headings: string[]; places: Map<string, number>; isLonger: boolean };

export function headingLine(cells: readonly string[]): HeadingLine {
  const headings = cells
    .slice(0, maxHeadings)
    .map((cell) => (cell.length > maxHeadingCharacters ? '' : tidy(cell)));
  // The last entry of a repeated key wins, and the first of repeated columns counts.
  const places = new Map(headings.map((heading, at) => [heading, at] as const).reverse());
  return { headings, places, isLonger: headings.some((heading) => longerPeriods.has(heading)) };
}

type NamesOf = Partial<Record<ColumnField, string[]>>;
const namesOfHeadings = new Map<Headings, NamesOf>();
function tidyNames(knownHeadings: Headings): NamesOf {
  const names =
    namesOfHeadings.get(knownHeadings) ??
    Object.fromEntries(
      Object.entries(knownHeadings).map(([field, text]) => [field, text.split('|').map(tidy)]),
    );
  namesOfHeadings.set(knownHeadings, names);
  return names;
}

export function columnsOf(
  { headings, places, isLonger }: HeadingLine,
  knownHeadings: Headings | undefined,
  namedColumns: Partial<Record<ColumnField, string>>,
): Columns {
  const columns: Columns = { at: {}, currency: null, markOfLanguage: null, isLonger };
  const takenPlaces = new Set<number>();
  const placeOf = (name: string): number => {
    const star = name.indexOf('*');
    if (star < 0) return places.get(name) ?? -1;
    const [before, after] = [name.slice(0, star), name.slice(star + 1)];
    return headings.findIndex(
      (heading) =>
        heading.startsWith(before) &&
        heading.endsWith(after) &&
        /^[a-z]{3}$/.test(heading.slice(before.length, heading.length - after.length)),
    );
  };
  const place = (field: ColumnField, names: readonly string[]) => {
    for (const name of names) {
      const at = placeOf(name);
      if (at < 0 || takenPlaces.has(at)) continue;
      columns.at[field] = at;
      takenPlaces.add(at);
      const code = /\(([a-z]{3})\)$/.exec(headings[at] ?? '')?.[1];
      if (field === 'spend' && code) columns.currency = code.toUpperCase();
      if (field === 'spend' && namedColumns.spend === undefined)
        columns.markOfLanguage = headingsWithPoint.test(headings[at] ?? '') ? '.' : ',';
      return;
    }
  };
  for (const field of columnFields)
    if (namedColumns[field] !== undefined) place(field, [tidy(namedColumns[field])]);
  const names = knownHeadings ? tidyNames(knownHeadings) : {};
  for (const field of columnFields) if (namedColumns[field] === undefined) place(field, names[field] ?? []);
  return columns;
}

export const isTable = ({ at }: Columns): boolean =>
  at.spend !== undefined && (at.day !== undefined || at.starts !== undefined);
