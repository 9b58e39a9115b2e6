// Words as search sees them, the same as kb/words/text.py: folded, stop words left out, stemmed lightly.
self.Headjudge = self.Headjudge || {};

(() => {
  const STOP_WORDS = new Set((
    "a about actually after again all also am an and any anyone are as at be because been but by can could did "
    + "do does doing don't for from had has have he her him his how i i'd i'll i'm i've if in into is isn't it "
    + "it's its just like me my no not of on one or our out please really same she should since so some still "
    + "than that that's the their them then there they this to too up us was we well were what what's when where "
    + "which while who will with would you your yes ok okay hey hi hello thanks thx pls quick question wondering "
    + "wonder say says said let's get gets got anything something thing things way ever even"
  ).split(" "));
  const IRREGULAR = new Map(Object.entries({
    "dealt": "deal", "defence": "defense", "foes": "enemy", "enemies": "enemy", "allies": "ally", "lost": "lose",
    "won": "win", "paid": "pay", "kept": "keep", "thrown": "throw", "threw": "throw", "chose": "choose",
    "chosen": "choose", "drew": "draw", "drawn": "draw", "began": "begin", "begun": "begin", "spent": "spend",
    "left": "leave", "ko'd": "ko", "ko'ed": "ko", "kos": "ko", "kod": "ko", "koed": "ko", "fought": "fight",
    "men": "man", "henchmen": "henchman", "cant": "cannot", "can't": "cannot", "won't": "cannot", "went": "go",
    "gone": "go",
  }));
  const SUFFIXES = [["ing", 6], ["ies", 5], ["ied", 5], ["ed", 5], ["es", 5], ["s", 4], ["ly", 6]];
  const WORD = /[a-z0-9]+(?:'[a-z]+)?/g;
  const STRAIGHT = { "’": "'", "‘": "'", "“": "\"", "”": "\"", "—": "-", "–": "-" };

  const straight = (text) => text.replace(/[’‘“”—–]/g, (sign) => STRAIGHT[sign]);
  const fold = (text) => straight(text).normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const words = (text) => fold(text).match(WORD) || [];

  const undoubled = (base) => {
    const single = base.length > 3 && /([^sl])\1$/.test(base) ? base.slice(0, -1) : base;
    return single.length > 3 && single.endsWith("e") ? single.slice(0, -1) : single;
  };
  const cut = (written) => {
    const word = (IRREGULAR.get(written) || written).replace(/'s$/, "").replaceAll("'", "");
    for (const [suffix, shortest] of SUFFIXES) {
      if (word.endsWith(suffix) && word.length >= shortest && !/(ss|us|is)$/.test(word)) {
        const base = word.slice(0, -suffix.length);
        if (suffix === "ing" && /[^aeioul]l$/.test(base)) return word;
        return suffix === "ies" || suffix === "ied" ? `${base}y` : undoubled(base);
      }
    }
    return undoubled(word);
  };
  const known = new Map();
  const stem = (written) => {
    if (!known.has(written)) known.set(written, cut(written));
    return known.get(written);
  };
  const content = (text) => words(text).filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word))).map(stem);

  // The words of a text with their places, folded letter by letter so that every place is kept.
  const tokens = (text) => {
    const folded = [...straight(text)].map((letter) => {
      const plain = fold(letter);
      return plain.length === letter.length ? plain : plain.slice(0, 1).padEnd(letter.length, " ");
    }).join("");
    return [...folded.matchAll(WORD)].map((found) => [found[0], found.index, found.index + found[0].length]);
  };

  Object.assign(self.Headjudge, { content, fold, stem, tokens, words, isStopWord: (word) => STOP_WORDS.has(word) });
})();
