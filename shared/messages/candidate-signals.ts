/** A message cannot import the traffic rules, so a test compares these names with the rules. */
export const candidateSignals = ['data_centre', 'shared_click_id', 'click_flood'] as const;
