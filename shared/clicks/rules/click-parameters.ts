/** A person compares the list with the pages of the networks, which publish no list for programs. */
export const clickParametersChecked = {
  checkedOn: '2026-11-29',
  source: 'the help pages of Google Ads, Display & Video 360 and Yandex Direct',
};

/** Each value identifies one click. */
export const networkParameters = [
  'oppref',
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'yclid',
  'fbclid',
  'ttclid',
  'msclkid',
  'li_fat_id',
  'twclid',
  'rdt_cid',
  'ScCid',
  'epik',
];

/**
 * Google adds these to the links of its ads. They stay where a browser removes the click ID, but they identify
 * a source and a campaign, and no click. Google does not document other values of `gad_source` than 1.
 */
export const googleMarks = ['gad_source', 'gad_campaignid'] as const;
export const isGoogleMark = (name: string, value = '') => (name === 'gad_source' ? value === '1' : /^\d{1,20}$/.test(value));
