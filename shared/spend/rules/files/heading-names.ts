import type { ColumnField } from './columns.ts';

/** Each text has lower-case names, separated by bars, the preferred name first. `*` means a currency code. */
export type Headings = Partial<Record<ColumnField, string>>;

export const longerPeriods = new Set(
  (
    'week|month|quarter|year|woche|monat|quartal|semaine|mois|semana|mes|settimana|mese|mês|maand|kwartaal|vecka|månad|' +
    'tydzień|miesiąc|hafta|ay|неделя|месяц'
  ).split('|'),
);

const day = 'day|date|tag|datum|jour|día|dia|fecha|data|giorno|dag|dzień|gün|день|дата|päivä|den|nap|日付|日|天|日期';
const english = 'day|date|by day';

export const headingsOf: Record<string, Headings> = {
  google_ads: {
    day,
    campaign_id: 'campaign id|kampagnen-id|id de campaña|id da campanha|id campagna|campagne-id|identyfikator kampanii',
    campaign: 'campaign|campaign name|kampagne|campagne|campaña|campanha|campagna|kampania|kampanj|kampanya|кампания|キャンペーン',
    ad_group_id: 'ad group id|anzeigengruppen-id|id del grupo de anuncios|advertentiegroep-id',
    ad_group:
      "ad group|ad group name|asset group|anzeigengruppe|groupe d'annonces|grupo de anuncios|grupo de anúncios|gruppo di annunci|advertentiegroep|grupa reklam|annonsgrupp|reklam grubu|группа объявлений|広告グループ",
    ad_id: 'ad id|anzeigen-id|id del anuncio|advertentie-id',
    ad: 'ad name|ad',
    spend: 'cost|cost (*)|kosten|kosten (*)|coût|coût (*)|coste|costo|custo|koszt|kostnad|maliyet|стоимость|расход|費用',
    impressions:
      'impr.|impressions|impressionen|impressionen (impr.)|impr|impresiones|impressões|impressioni|vertoningen|vert.|wyświetlenia|wyśw.|visningar|visn.|gösterimler|gösterim|показы|表示回数',
    clicks: 'clicks|klicks|clics|cliques|clic|klikken|kliknięcia|klick|tıklamalar|клики|クリック数',
    currency:
      'currency code|currency|währungscode|währung|code de devise|code de la devise|código de moneda|código da moeda|codice valuta|valutacode|kod waluty|valutakod|para birimi kodu|код валюты|通貨コード',
    reported_conversions: 'conversions|conversionen|conv.|conversiones|conversões|conversioni|conversies|konwersje',
    reported_value: 'conv. value|conversion value|conv.-wert|valor de conv.|val. conv.',
  },
  meta: {
    day,
    starts:
      'reporting starts|beginn des berichts|berichtsbeginn|berichtsstart|début des rapports|inicio del informe|início dos relatórios|inizio report|start rapportage|początek raportu|rapor başlangıcı|дата начала отчетности|початок звітності|レポート開始日',
    ends: 'reporting ends|ende des berichts|berichtsende|fin des rapports|fin del informe|encerramento dos relatórios|término dos relatórios|fine report|einde rapportage|koniec raportu|rapor sonu|дата окончания отчетности|завершення звітності|レポート終了日',
    campaign_id:
      'campaign id|kampagnen-id|id de la campagne|identificador de la campaña|identificação da campanha|id campagna|campagne-id|identyfikator kampanii|идентификатор кампании',
    campaign:
      'campaign name|campaign|kampagnenname|name der kampagne|nom de la campagne|nombre de la campaña|nome da campanha|nome della campagna|campagnenaam|naam campagne|nazwa kampanii|kampanya adı|название кампании|назва кампанії|キャンペーン名',
    ad_group_id: 'ad set id|anzeigengruppen-id|id de l’ensemble de publicités|identificador del conjunto de anuncios|id van advertentieset',
    ad_group:
      "ad set name|ad set|name der anzeigengruppe|anzeigengruppenname|nom de l'ensemble de publicités|nombre del conjunto de anuncios|nome do conjunto de anúncios|nome del gruppo di inserzioni|naam advertentieset|nazwa zestawu reklam|reklam seti adı|название группы объявлений|広告セット名",
    ad_id: 'ad id|anzeigen-id|id de la publicité|identificador del anuncio|advertentie-id',
    ad: "ad name|anzeigenname|name der werbeanzeige|nom de la publicité|nombre del anuncio|nome do anúncio|nome dell'inserzione|advertentienaam|naam advertentie|nazwa reklamy|reklam adı|название объявления|広告名",
    spend:
      'amount spent (*)|ausgegebener betrag (*)|montant dépensé (*)|importe gastado (*)|valor usado (*)|valor gasto (*)|importo speso (*)|besteed bedrag (*)|wydana kwota (*)|harcanan tutar (*)|сумма затрат (*)|消化金額 (*)|amount spent|ausgegebener betrag|montant dépensé|importe gastado|importo speso|besteed bedrag',
    impressions:
      'impressions|impressionen|impresiones|impressões|impression|impressioni|weergaven|vertoningen|wyświetlenia|gösterim|показы|インプレッション',
    clicks:
      'link clicks|link-klicks|clics sur un lien|clics sur le lien|clics en el enlace|cliques no link|clic sul link|linkkliks|linkklikken|link-kliks|klikken op links|kliknięcia linku|bağlantı tıklamaları|клики по ссылке|リンクのクリック|clicks (all)',
    currency: 'currency|währung|devise|divisa|moneda|moeda|valuta|waluta|para birimi|валюта',
    reported_conversions: 'purchases|käufe|achats|compras|acquisti|aankopen|zakupy|alışverişler|results|ergebnisse|résultats|resultados',
    reported_value:
      'purchases conversion value|website purchases conversion value|conversion-wert für käufe|valeur de conversion des achats|conversiewaarde van aankopen',
  },
  microsoft_ads: {
    day: 'timeperiod|time period|gregorian date|gregoriandate|day|date',
    campaign_id: 'campaignid|campaign id',
    campaign: 'campaignname|campaign name|campaign',
    ad_group_id: 'adgroupid|ad group id|assetgroupid',
    ad_group: 'adgroupname|ad group|ad group name|adgroup|assetgroupname',
    ad_id: 'adid|ad id',
    ad: 'adtitle|ad title|ad name',
    spend: 'spend|spend (*)',
    impressions: 'impressions|impr.',
    clicks: 'clicks',
    currency: 'currencycode|currency code|currency',
    reported_conversions: 'conversions|conv.',
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
    reported_conversions: 'conversion|conversions|complete payment',
    reported_value: 'total complete payment value',
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
  reddit: {
    day: 'date',
    campaign_id: 'campaign id',
    campaign: 'campaign name|campaign',
    ad_group_id: 'ad group id',
    ad_group: 'ad group name|ad group',
    ad_id: 'ad id',
    ad: 'ad name|ad',
    spend: 'amount spent (*)|amount spent|spend (*)|spend',
    impressions: 'impressions',
    clicks: 'clicks',
    currency: 'currency',
    reported_conversions: 'purchase (total)|conversions',
  },
  pinterest: {
    day: 'date',
    campaign_id: 'campaign id',
    campaign: 'campaign name',
    ad_group_id: 'ad group id',
    ad_group: 'ad group name',
    ad_id: 'ad id|pin promotion id',
    ad: 'ad name|promoted pin name',
    spend: 'spend in account currency|spend (*)|spend',
    impressions: 'impressions|paid impressions|impression',
    clicks: 'outbound clicks|pin clicks|clicks',
    currency: 'currency',
    reported_conversions: 'total conversions',
    reported_value: 'total conversion value',
  },
} satisfies Partial<Record<string, Headings>>;
