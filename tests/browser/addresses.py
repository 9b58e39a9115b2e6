"""Pages of every kind, by what they show."""

from __future__ import annotations

PAGES = {
    "home": "/",
    "answer": "/?q=does+press+make+boost+cheaper&game=vs-system",
    "nothing found": "/?q=zzyzx+qwrtp",
    "clause": "/clauses/vs-system/heralds-faq/3.b3",
    "card": "/cards/vs-system/ego-the-living-planet",
    "document": "/documents/vs-system/heralds-faq",
    "games": "/games",
    "verdict": "/?q=may+my+keeper+light+the+lamp+on+the+top+floor+with+2+oil&game=tiny-game",
    "nearest terms": "/?q=is+my+keepr+allowed+a+telescope&game=tiny-game",
    "check": "/checks/tiny-game/light-lamp?oil=2",
    "check of a card": "/checks/vs-system/use-power?card=Ego+the+Living+Planet",
    "check of a list": "/checks/vs-system/recruits-total?recruits=Thor,+Loki&recruits.Thor.place=1",
    "facts that do not fit": "/checks/tiny-game/light-lamp?oil=many",
    "depends": "/?q=can+my+keeper+light+the+lamp+with+2+oil&game=tiny-game",
    "told": "/?q=can+my+keeper+light+the+lamp&game=tiny-game&check=tiny-game/light-lamp&f.oil=2&f.top_floor=no",
    "about": "/about",
    "booklet": "/booklet",
    "ruled clause": "/clauses/vs-system/heralds-faq/ego-the-living-planet.text1",
    "checks": "/checks",
    "coverage": "/coverage",
    "api": "/api",
    "missing": "/cards/vs-system/none",
    "side by side": "/side-by-side?a.q=can+my+keeper+light+the+lamp+with+2+oil&b.q=does+press+make+boost+cheaper",
    "one beside nothing": "/side-by-side?a.q=does+press+make+boost+cheaper&a.game=vs-system",
    "another language": "/?q=darf+meine+figur+nach+dem+zug+noch+eine+karte+spielen",
}
