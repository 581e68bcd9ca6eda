export type Phrase = { pattern: RegExp; advice: string; kinds?: readonly Kind[] };

export type Kind = 'public' | 'page' | 'comment';

export const maxSentenceWords = 40;

const outside: readonly Kind[] = ['public', 'page'];

export const phrases: readonly Phrase[] = [
  {
    pattern: /\b(?:to|of|by|from|for|with|at|on|in|than) who\b/i,
    advice: 'name the noun: "a user that …", not "to who …"',
  },
  { pattern: /\bwhoever\b/i, advice: 'name the noun: "the user that …", "anyone who …"' },
  { pattern: /(?:^|[.:;] )Whom\b/, advice: 'name the noun: "the user whose …"' },
  { pattern: /\btold\b/i, advice: '"notified", "reported", "says" or "shows"' },
  {
    pattern: /\bTells (?:whether|which|for|how|when|if|where)\b/,
    advice: '"Returns whether …"',
    kinds: outside,
  },
  { pattern: /\bstands?\b(?! (?:for|out)\b)/i, advice: '"is", "remains", "applies" or "appears"' },
  { pattern: /\banew\b/i, advice: '"again", or "rebuild …", "re-create …"' },
  { pattern: /\b(?:comes?|came) to (?:something|nothing)\b/i, advice: '"has an effect", "has no effect"' },
  { pattern: /\bwhat (?:\w+ )+(?:comes|came) to\b/i, advice: '"the result of …", "the total of …"' },
  { pattern: /\bkeeps? to\b/i, advice: '"follows", "meets" or "stays within"' },
  { pattern: /\bbears?\b(?! in mind)/i, advice: '"tolerates", "supports" or "carries"' },
  { pattern: /\bgets? on\b/i, advice: '"progresses"; "poll … for progress"' },
  { pattern: /\bgo(?:es|ne)? on\b(?! holiday)/i, advice: '"continues"', kinds: outside },
  { pattern: /\b(?:became|came) of\b/i, advice: '"the outcome of …"', kinds: ['page', 'comment'] },
  { pattern: /\b(?:in|out of) hand\b/i, advice: '"claims", "releases"' },
  { pattern: /\bthere is nothing here\b/i, advice: '"Not found."' },
  {
    pattern: /\b(?:lies?|lay) (?:apart|beside|in|on|over|under|before|after|outside|between|within)\b/i,
    advice: '"is …"',
  },
  { pattern: /\bspeaks? of\b|\bspoken? of\b/i, advice: '"mentions"' },
  { pattern: /\bmend(?:s|ed)?\b/i, advice: '"fix"' },
  { pattern: /\bheeds?\b/i, advice: '"respects"' },
  { pattern: /\bfor ever\b/i, advice: '"forever"' },
  { pattern: /\bcommonest\b/i, advice: '"most common"' },
  { pattern: /\b(?:was|were|is|are|be) begun\b/i, advice: '"started"' },
  { pattern: /\bby then\b/i, advice: 'name the time: "before it is sent"', kinds: outside },
  { pattern: /\bwhen left out\b|\bis left out\b(?! of)/i, advice: '"if omitted"', kinds: outside },
  {
    pattern: /`(?:null|undefined)` (?:is|has|had|was|can|could)\b/,
    advice: '"Returns `null` when …", "The name is `null` when …"',
    kinds: ['comment'],
  },
  {
    pattern: /\b(?:contract|interface|vendors|spec(?:ification)?) \d/i,
    advice: 'cite a page of this repository (docs/api/…), or nothing',
  },
];

export const commentPhrases: readonly Phrase[] = [
  {
    pattern: /^(?:Of|That|What|Whether|Whoever|Who|And|But|Or|So that|Which|Whose)\b/,
    advice: 'begin with the subject: a comment is a sentence',
  },
  {
    // A first word such as "Returns" is a verb, and `// Slow: it …` and `// Night: it …` name the tier of a test file.
    pattern: /^(?!(?:Slow|Night): it |\w+s \w)(?:[A-Z]\w*(?: \w+){0,2}): (?!\/\/)/,
    advice: 'a bare noun before a colon: write a sentence',
  },
  {
    pattern: /\b(?:every|each|another|other|new|newer|old|older|first|last|next|same|such|no|any) one\b/i,
    advice: 'name the noun, not "one"',
  },
  {
    pattern:
      /\b(?:an?|the|this|that) one\b(?![ -][a-z])|\bone(?: (?:that|which|who|whose|is|was|has|had|may|can|cannot|must|does)\b|[.,;:)])/i,
    advice: 'name the noun, not "one"',
  },
  { pattern: /\bones\b/i, advice: 'name the noun, not "ones"' },
  {
    pattern: /\bthose(?: (?:that|which|who|whose|of|with|in|from|by|for|to|are|were)\b|[.,;:)]|$)/i,
    advice: 'name the noun, not "those"',
  },
  { pattern: /\bothers\b/i, advice: 'name the noun, not "others"' },
  {
    pattern: /\b(?:some|any|no|every)body\b|\bwhoever\b/i,
    advice: '"the user", "a client", "no caller"',
  },
  { pattern: /\bwhat is left\b/i, advice: '"the remaining …"' },
  { pattern: /\bputs? off\b/i, advice: '"defers", "deferred"' },
  { pattern: /\b(?:ma[dk]es?|making) up for\b/i, advice: '"retries", "catches up"' },
  { pattern: /\blook(?:s|ed|ing)? after\b/i, advice: '"drains", "delivers", "supervises"' },
  { pattern: /\bhear(?:s|d)?\b(?! back)/i, advice: '"receives", "observes"' },
  { pattern: /\bowe[sd]?\b/i, advice: '"pending", "deferred"' },
  { pattern: /\btid(?:y|ies|ied)\b/i, advice: '"removes", "cleans up"' },
  { pattern: /\bpatient(?:ly)?\b/i, advice: '"with retries"' },
  { pattern: /\bby itself\b/i, advice: '"alone", "automatically"' },
  { pattern: /\bbesides?\b/i, advice: '"next to", "in addition to"' },
  { pattern: /\btell(?:s|ing)?\b/i, advice: '"reports", "shows"; "distinguishes"' },
  { pattern: /\bwish(?:es|ed)?\b/i, advice: '"request", "requests"' },
];
