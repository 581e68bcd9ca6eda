import { adParameters } from '#shared/conversions/rules/attribution.ts';
import { otherName } from '#shared/reports/rules/activity.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { cutText } from '#shared/values/cut-text.ts';
import { enough, type Finding, type Funnel, percent, rate, sumsBy, total } from './funnel.ts';

/** Ad networks' previews and crawlers open links with unreplaced macros, under 2 % of clicks. */
const macroLeast = 5;
const macroNotable = 0.02;
const macroMost = 0.5;
/** A person mistypes a single link; a template or a mail program breaks this many. */
const brokenLeast = 5;
const brokenNotable = 0.02;
/** Above this share, a whole campaign lacks parameters, not just old links. */
const untaggedNotable = 0.1;
const untaggedMost = 0.5;
/** These networks also tag unpaid links. */
const onUnpaidLinks = new Set(['fbclid', 'epik']);
/** Posts and shares alone do not reach this share, even with few ads. */
const unpaidMost = 0.8;
const maxMacroLength = 80;

const parameterOf: Record<string, string> = {
  campaign: adParameters.campaign.join(' or '),
  ad_group: adParameters.adGroup.join(' or '),
  ad_id: adParameters.adId.join(' or '),
};

export function macroFindings(counters: readonly Counter[], { sessions }: Pick<Funnel, 'sessions'>): Finding[] {
  const macros = sumsBy(counters, 'macro').map(({ detail, count }) => {
    const place = detail.indexOf('=');
    return place < 0
      ? { field: otherName, text: otherName, count }
      : { field: detail.slice(0, place), text: shownMacro(detail.slice(place + 1)), count };
  });
  return [...Map.groupBy(macros, ({ field }) => field)].flatMap(([field, some]): Finding[] => {
    const [most] = some;
    const count = total(some);
    const share = rate(count, Math.max(sessions.ad, count));
    if (!most || count < macroLeast || share < macroNotable) return [];
    const where = parameterOf[field] ? ` in ${parameterOf[field]}` : '';
    return [
      {
        code: 'unreplaced_macro',
        severity: field === 'campaign' && share >= macroMost ? 'critical' : 'warning',
        message: `${count} ad clicks (${percent(share)}) arrived with a macro that the ad network did not replace: ${most.text}${where}. Their conversions are reported under that text. Use a macro that this network supports at this place, or write the name itself into the link.`,
        facts: { field, macro: most.text, count, share, different_macros: some.length },
        log: null,
      },
    ];
  });
}

/** Clients choose this text, so it is short and on one line. */
const shownMacro = (text: string) => cutText(text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim(), maxMacroLength) || otherName;

const faultTexts: Record<string, string> = {
  amp: '“&amp;” stands for “&” before',
  question_mark: 'a second “?” stands for “&” before',
  capitals: 'capital letters are in the name of',
};

export function brokenLinkFindings(counters: readonly Counter[], { sessions }: Pick<Funnel, 'sessions'>): Finding[] {
  const faults = sumsBy(counters, 'link_fault');
  const [most] = faults;
  const count = total(faults);
  const share = rate(count, Math.max(sessions.ad, count));
  if (!most || count < brokenLeast || share < brokenNotable) return [];
  const [fault = '', parameter = ''] = most.detail.split(' ');
  return [
    {
      code: 'broken_links',
      severity: 'info',
      message:
        `${count} ad clicks (${percent(share)}) came by links whose parameters are broken; most often ${faultTexts[fault] ?? fault} ${parameter}. ` +
        'They are counted here all the same, but ad networks and other tools do not read them. Correct the links, or the template that writes them.',
      facts: { count, share, fault, parameter, different_faults: faults.length },
      log: null,
    },
  ];
}

export function untaggedFindings(counters: readonly Counter[], { sessions: { ad } }: Pick<Funnel, 'sessions'>): Finding[] {
  const networks = sumsBy(counters, 'untagged_click');
  const paid = total(networks.filter(({ detail }) => !onUnpaidLinks.has(detail)));
  const all = total(networks);
  const [paidShare, allShare] = [rate(paid, ad + paid), rate(all, ad + all)];
  const isPaid = ad + paid >= enough && paidShare >= untaggedNotable;
  if (!isPaid && (ad + all < enough || allShare < untaggedNotable)) return [];
  const [count, share, clicks] = isPaid ? [paid, paidShare, ad + paid] : [all, allShare, ad + all];
  const namedNetworks = networks.filter(({ detail }) => !isPaid || !onUnpaidLinks.has(detail));
  const parameters = namedNetworks.map((network) => `${network.detail}: ${network.count}`).join(', ');
  const severity = isPaid ? (share >= untaggedMost ? 'critical' : 'warning') : share >= unpaidMost ? 'warning' : 'info';
  return [
    {
      code: 'clicks_without_campaign',
      severity,
      message:
        `${count} of ${clicks} clicks from ad networks (${percent(share)}) name no campaign, so their conversions are not attributed (${parameters}). ` +
        'Add svc_campaign or utm_campaign to the links of these ads, or to the tracking template of the account.' +
        (isPaid ? '' : ' Networks add these parameters to unpaid posts too, which need none.'),
      facts: { count, share, clicks, ad_sessions: ad, parameters },
      log: null,
    },
  ];
}
