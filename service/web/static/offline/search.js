// Search in the kept games, by words: stems, typing errors, players' own wordings. No meaning, no engine.
self.Headjudge = self.Headjudge || {};

(() => {
  const { content, fold, stem, words, isStopWord } = self.Headjudge;
  const ENOUGH = 0.5;
  const LIMIT = 5;
  const ALIKE = 0.6;
  const POINTS = 0.34;
  const NEARLY = 0.5;
  const MOST_CHECKS = 4;

  const spellings = (bundles) => bundles.flatMap(({ game }) => game.spellings.map((spelling) => [fold(spelling), game.id]))
    .sort((one, other) => other[0].length - one[0].length);

  // An index of what can be computed: a check's title, and the words by which players ask for it.
  const checksOf = (bundles) => {
    const index = new MiniSearch({
      fields: ["title", "asked"],
      storeFields: ["title"],
      tokenize: words,
      processTerm: (word) => (isStopWord(word) ? null : stem(word)),
      searchOptions: { boost: { title: 1.5 }, bm25: { k: 1.2, b: 0.5, d: 0.2 } },
    });
    index.addAll(bundles.flatMap((bundle) => bundle.checks));
    return index;
  };

  class Search {
    // `bundles` are the games as the server gives them.
    constructor(bundles) {
      this.bundles = bundles;
      this.clauses = new Map();
      this.spellings = spellings(bundles);
      this.known = new Set();
      let indexing = true;
      this.index = new MiniSearch({
        idField: "id",
        fields: ["heading", "text", "asked"],
        tokenize: words,
        processTerm: (word) => {
          if (isStopWord(word)) return null;
          if (indexing) this.known.add(stem(word));
          return stem(word);
        },
        searchOptions: {
          boost: { heading: 1.5, asked: 1.5 },
          fuzzy: (term) => (this.known.has(term) || term.length < 4 ? false : term.length > 5 ? 0.25 : 1),
          weights: { fuzzy: 0.4, prefix: 0.3 },
          bm25: { k: 1.2, b: 0.5, d: 0.2 },
        },
      });
      for (const bundle of bundles) {
        for (const clause of bundle.clauses) this.clauses.set(clause.id, clause);
        this.index.addAll(bundle.clauses.map((clause) => ({
          id: clause.id,
          heading: [...clause.headings, clause.subject || ""].join(" "),
          text: clause.text,
          asked: clause.asked || "",
        })));
      }
      indexing = false;
      this.checks = checksOf(bundles);
    }

    // {game, found, clauses, marks, missing, near}: the best clauses, and whether the first holds enough of the question.
    ask(question, chosen = "") {
      const [named, rest] = this.named(question);
      const game = chosen || named;
      const wanted = [...new Set(content(rest))];
      const filter = game ? (hit) => hit.id.startsWith(`${game}/`) : undefined;
      const last = wanted.at(-1);
      const hits = this.index.search(rest, { filter, prefix: (term) => term === last && term.length > 2 }).slice(0, LIMIT);
      const held = new Set((hits[0] ? Object.keys(hits[0].match) : []));
      const matched = new Set(hits[0] ? hits[0].queryTerms : []);
      const missing = wanted.filter((word) => !matched.has(word));
      const written = (stemmed) => words(rest).find((word) => stem(word) === stemmed) || stemmed;
      const share = wanted.length ? 1 - missing.length / wanted.length : 0;
      return {
        game,
        found: share >= ENOUGH,
        clauses: hits.map((hit) => this.clauses.get(hit.id)),
        marks: new Set(wanted.every((word) => this.known.has(word)) ? wanted : [...wanted, ...held]),
        missing: missing.map(written),
        checks: this.pointed(rest, wanted, filter),
        near: this.near(missing.length ? missing : wanted, game, hits.map((hit) => hit.id)),
      };
    }

    // The checks that a question's words point to, the nearest first: those that hold a third of its words, and nearly as
    // well as the nearest one.
    pointed(rest, wanted, filter) {
      const held = ({ queryTerms }) => wanted.filter((word) => queryTerms.includes(word)).length;
      const found = this.checks.search(rest, { filter }).filter((hit) => held(hit) >= POINTS * wanted.length);
      return found.filter((hit) => hit.score >= NEARLY * found[0].score).slice(0, MOST_CHECKS);
    }

    // The game that a question names outright, and the question without its name.
    named(question) {
      const folded = fold(question);
      for (const [spelling, game] of this.spellings) {
        const at = ` ${folded} `.search(new RegExp(`[^a-z0-9]${spelling.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[^a-z0-9]`));
        if (at >= 0) return [game, `${question.slice(0, at)} ${question.slice(at + spelling.length)}`];
      }
      return ["", question];
    }

    // The terms whose names come nearest to some words, else those of the nearest clauses: [name, clause, game].
    near(wanted, game, clauses) {
      const scored = [];
      for (const bundle of this.bundles) {
        if (game && bundle.game.id !== game) continue;
        for (const term of bundle.terms) {
          const forms = [term.name, ...(term.forms || [])].flatMap(content);
          const alikeness = forms.flatMap((form) => wanted.map((word) => alike(form, word)));
          const score = Math.max(clauses.includes(term.clause) ? ALIKE : 0, ...alikeness);
          if (score >= ALIKE) scored.push([score, term.name, term.clause || "", bundle.game.id]);
        }
      }
      return scored.sort((one, other) => other[0] - one[0]).slice(0, LIMIT).map(([, ...term]) => term);
    }
  }

  const pairs = (word) => new Set([...` ${word} `].slice(0, -1).map((letter, at) => letter + ` ${word} `[at + 1]));
  // How alike two words are, 0 to 1, by the pairs of letters that they share (Dice).
  const alike = (one, other) => {
    const [first, second] = [pairs(one), pairs(other)];
    return 2 * [...first].filter((pair) => second.has(pair)).length / (first.size + second.size);
  };

  self.Headjudge.Search = Search;
})();
