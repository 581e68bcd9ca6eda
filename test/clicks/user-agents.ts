const chrome = (system: string, version: string, rest = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36${rest}`;
const android = (device: string, version: string, rest = '') =>
  `Mozilla/5.0 (Linux; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36${rest}`;
const webView = (device: string, version: string, rest: string) =>
  `Mozilla/5.0 (Linux; ${device}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${version} Mobile Safari/537.36${rest}`;
const iPhone = (version: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const iPad = (version: string, rest: string) =>
  `Mozilla/5.0 (iPad; CPU OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;

const desktops = [
  'Windows NT 10.0; Win64; x64',
  'Windows NT 6.1; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'X11; CrOS x86_64 14541.0.0',
];
const chromes = ['109.0.0.0', '120.0.0.0', '131.0.0.0', '138.0.6099.109', '142.0.0.0'];
const phones = [
  'Android 10; K',
  'Android 13; SM-S918B',
  'Android 14; Pixel 8 Pro',
  'Android 12; M2102J20SG',
  'Android 9; CUBOT_X18_Plus',
  'Android 11; moto g(30)',
  'Android 15; CPH2557',
];
const iPhoneVersions = ['15_6_1', '16_7_10', '17_5', '18_1_1', '18_6'];

export const browsersOfPeople: readonly string[] = [
  ...desktops.flatMap((system) => chromes.map((version) => chrome(system, version))),
  ...desktops.slice(0, 4).map((system) => chrome(system, '131.0.0.0', ' Edg/131.0.2903.86')),
  ...desktops.slice(0, 4).map((system) => chrome(system, '130.0.0.0', ' OPR/115.0.0.0')),
  ...['122.0', '128.0', '133.0', '140.0', '115.0'].flatMap((version) =>
    ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10.15', 'X11; Ubuntu; Linux x86_64'].map(
      (system) => `Mozilla/5.0 (${system}; rv:${version}) Gecko/20100101 Firefox/${version}`,
    ),
  ),
  ...['15.6.1', '16.6', '17.4.1', '18.1', '26.0'].map(
    (version) =>
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`,
  ),
  ...phones.flatMap((device) => chromes.map((version) => android(device, version))),
  ...phones.map((device) => android(device, '121.0.0.0').replace('Chrome/', 'SamsungBrowser/26.0 Chrome/')),
  ...phones.slice(0, 4).map((device) => android(device, '130.0.0.0', ' EdgA/130.0.0.0')),
  ...phones.slice(0, 4).map((device) => android(device, '128.0.0.0', ' OPR/85.0.0.0')),
  ...['Android 13', 'Android 14', 'Android 15'].map((system) => `Mozilla/5.0 (${system}; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0`),
  ...['SM-T870', 'SM-X710', 'Lenovo TB-J606F'].map((device) => chrome(`Linux; Android 13; ${device}`, '124.0.0.0')),
  ...iPhoneVersions.flatMap((version) => [
    iPhone(version, 'Version/17.5 Mobile/15E148 Safari/604.1'),
    iPhone(version, 'CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1'),
    iPhone(version, 'FxiOS/132.0 Mobile/15E148 Safari/605.1.15'),
    iPhone(version, 'EdgiOS/130.0.2849.80 Version/17.0 Mobile/15E148 Safari/604.1'),
    iPhone(version, 'GSA/340.3.695060196 Mobile/15E148 Safari/604.1'),
    iPhone(version, 'Mobile/15E148'),
  ]),
  ...iPhoneVersions.slice(0, 4).map((version) => iPad(version, 'Version/17.5 Mobile/15E148 Safari/604.1')),
  ...iPhoneVersions.slice(0, 3).map((version) => iPhone(version, 'Version/17.2 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15')),
  ...['SM-S918B', 'Pixel 8 Pro', 'CPH2557'].map((device) => webView(`Android 14; ${device}`, '129.0.6668.70', ' DuckDuckGo/5')),
  'Mozilla/5.0 (Linux; U; Android 13; en-us; M2102J20SG) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.10.0-gn',
  'Mozilla/5.0 (Linux; U; Android 11; en-US; RMX2101) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.5.302 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 YaBrowser/24.6.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/6.0 TV Safari/537.36',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Vivaldi/6.9.3447.37',
  'Mozilla/5.0 (Linux; Android 14; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/34.0.0.150 Chrome/124.0.6367.118 VR Safari/537.36',
];

export const inAppBrowsers: readonly [name: string, userAgent: string][] = [
  ...iPhoneVersions.slice(0, 3).flatMap((version): [string, string][] => [
    [
      'Instagram',
      iPhone(version, 'Mobile/15E148 Instagram 361.0.0.35.82 (iPhone14,5; iOS 17_5; en_US; en; scale=3.00; 1170x2532; 668352532)'),
    ],
    [
      'Facebook',
      iPhone(
        version,
        'Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.33.108;FBBV/645672345;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]',
      ),
    ],
    [
      'Messenger',
      iPhone(version, 'Mobile/15E148 [FBAN/MessengerForiOS;FBAV/470.0.0.39.108;FBBV/636723456;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS]'),
    ],
    [
      'TikTok',
      iPhone(
        version,
        'Mobile/15E148 musical_ly_36.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US BytedanceWebview/d8a21c6',
      ),
    ],
    ['Snapchat', iPhone(version, 'Version/17.5 Mobile/15E148 Snapchat/13.16.0.41 (like Safari/8618.2.12.10.9, panda)')],
    ['Pinterest', iPhone(version, 'Mobile/15E148 [Pinterest/iOS]')],
    ['LinkedIn', iPhone(version, 'Mobile/15E148 [LinkedInApp]/9.29.8962')],
    ['X', iPhone(version, 'Mobile/15E148 Twitter for iPhone/10.66.1')],
    ['Line', iPhone(version, 'Mobile/15E148 Safari Line/14.18.0')],
    ['WeChat', iPhone(version, 'Mobile/15E148 MicroMessenger/8.0.53(0x1800352e) NetType/WIFI Language/en')],
  ]),
  ...phones.slice(1, 4).flatMap((device): [string, string][] => [
    [
      'Instagram',
      webView(
        device,
        '131.0.6778.81',
        ' Instagram 357.1.0.52.100 Android (34/14; 480dpi; 1080x2115; samsung; SM-S918B; dm3q; qcom; en_US; 662944140)',
      ),
    ],
    ['Facebook', webView(device, '131.0.6778.81', ' [FB_IAB/FB4A;FBAV/490.0.0.49.82;]')],
    ['Messenger', webView(device, '131.0.6778.81', ' [FB_IAB/MESSENGER;FBAV/484.0.0.68.109;]')],
    [
      'TikTok',
      webView(
        device,
        '130.0.6723.107',
        ' trill_2023606030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/36.6.3 ByteLocale/en BytedanceWebview/d8a21c6',
      ),
    ],
    ['Pinterest', webView(device, '131.0.6778.81', ' [Pinterest/Android]')],
    ['Snapchat', webView(device, '131.0.6778.81', ' Snapchat/13.17.0.42')],
    ['LinkedIn', webView(device, '131.0.6778.81', ' [LinkedInApp]/4.1.1020')],
    ['KakaoTalk', webView(device, '131.0.6778.81', ';KAKAOTALK 2410930')],
  ]),
];

export const crawlers: readonly string[] = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.69 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 14_7_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1.2 Mobile/15E148 Safari/604.1 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)',
  'Mediapartners-Google',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'meta-externalads/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'facebookcatalog/1.0',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Pinterestbot/1.0 (+http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36 thirdLandingPageFeInfra',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.24.20.80 A',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
  'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
  'Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 Chrome-Lighthouse',
  'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
  'curl/8.7.1',
  'Wget/1.21.4',
  'python-requests/2.32.3',
  'Python-urllib/3.12',
  'Go-http-client/2.0',
  'okhttp/4.12.0',
  'axios/1.7.9',
  'Java/17.0.9',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)',
  'PostmanRuntime/7.43.0',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'Scrapy/2.11.2 (+https://scrapy.org)',
  'libwww-perl/6.72',
  'W3C_Validator/1.3 http://validator.w3.org/services',
  'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  'SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'BrightEdge Crawler/1.0 (crawler@brightedge.com)',
];
