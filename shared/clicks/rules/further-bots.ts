export const userAgentsChecked = {
  checkedOn: '2026-11-29',
  source: 'the package isbot, compared with the user agents that crawlers and link previews send',
};

/** The first listed program loads the page of every TikTok ad before a person sees it. */
const names =
  'thirdLandingPageFeInfra BrandVerity GTmetrix YLT.Chrome Miniature.io turingos Amzn-User Assetnote DebugBear claude-web ' +
  'wkhtmlto webthumb webscreenie websnapr screenshot imgsizer KimonoLabs SnapSearch Zombie.js Siege/ Nodemeter Observatory/ ' +
  'BingLocalSearch MapperCmd Alibaba.Security Fetch.API.Request Web.Services.Client (Criteo; ForusP ms-office ' +
  'Microsoft.Outlook';
const botNames = new RegExp(
  names
    .split(' ')
    .map((name) => name.replace(/[.(/]/g, (sign) => (sign === '.' ? '.' : `\\${sign}`)))
    .join('|'),
  'i',
);
/** Word, Excel and PowerPoint read the pages of links in documents. */
const offices = /Mac OS X\) (?:Word|Excel|PowerPoint)\//;
/** Every browser's user agent contains one of the alternatives, and only old browsers are "compatible". */
const browsers = 'Mozilla/|Opera|UCWEB|AppleWebKit|Gecko|MIDP|WAP|BlackBerry|Nokia';
/** Shopping apps record clicks; their user agents name a system or library. */
const apps = 'CFNetwork|\\biOS\\b|iPhone|iPad|Android|Dart/';
const noBrowser = new RegExp(`^(?!.*(?:${browsers}|${apps}))|\\(compatible; (?!MSIE|Konqueror)`, 'i');

export const isFurtherBot = (userAgent: string): boolean =>
  botNames.test(userAgent) || offices.test(userAgent) || noBrowser.test(userAgent);
