/** Features that users can request before their release. */
export const earlyAccessFeatures = ['pro_network_deploy', 'social_ads', 'search_ads'] as const;

/** Events of a user that are recorded once, by their names. */
export const notable = {
  earlyAccess: (feature: string) => `EARLY_ACCESS#${feature}`,
  walkthrough: 'WALKTHROUGH',
  dismissed: (name: string) => `DISMISSED#${name}`,
  /** `digest` is the SHA-256 of ad and image URL. */
  imageDownload: (digest: string) => `IMAGE#${digest}`,
  buttonPressed: (id: string) => `CLICK#${id}`,
};
