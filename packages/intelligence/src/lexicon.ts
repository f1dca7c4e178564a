/**
 * Words of judgement that any trade uses. Values run from -1 (worst) to 1 (best).
 * What only one trade says, and complaints that are facts rather than judgements, live with the topics they belong to.
 */
export const opinions: [value: number, phrases: string][] = [
  [
    1,
    `amazing, awesome, outstanding, excellent, exceptional*, fantastic*, incredible, incredibly good, perfect, perfectly, perfection, superb*, wonderful*,
    brilliant*, phenomenal, magnificent, exquisite, stunning, flawless*, faultless*, sublime, divine, heavenly, spectacular, the best, best, first class, first rate,
    top notch, a notch above, unmatch*, unbeatable, unrivalled, hard to beat, world class, second to none, out of this world, spot on, to die for, couldn't|can't fault, cannot fault, could not fault, couldn't be better|happier, could not be better|happier, couldn't have been better|happier, could not have been better|happier,
    could not ask for more, couldn't ask for more, nothing but praise, cannot praise _ enough, can't praise _ enough, exceeded _ expectations, beyond expectations, five stars,
    hidden gem, a gem, gem, a treasure, treasure, a must, must try|visit|go|see, must-try, a joy, a dream, dreamy, to die for, blew me|us away, blown away, mind blowing, knocked my|our socks off, hit the spot, can't go wrong, cannot go wrong, cant go wrong, hooked, addicted, addictive, go-to, stands out, standout, a winner, rocks, rules, raving, rave about, rave reviews, unforgettable, memorable, stellar, killer, insanely good, ridiculously good, out of the park, never a bad, never had a bad, always perfect, always excellent, always great, always amazing, always wonderful, always delicious, absolute gem, ten out of ten, five out of five, love, loved, adore*`,
  ],
  [
    0.8,
    `great, lovely, talented, gifted, skilled, skilful, skillful, delightful, delight, beautiful*, impressed, impressive, superior, terrific, fabulous, enjoy, enjoyed, enjoyable, pleased, very happy, happy, pleasure,
    favourite, favorite, well done, well made, high quality, no complaints, nothing to complain, never disappoint*, not disappoint*, never let us|me down,
    did not disappoint, didn't disappoint, worth every penny|cent|bite, worth it, well worth, worth a visit|trip|try|detour, worth the trip|calories|visit|wait|detour, a treat, treat, winner, thumbs up, on point, works|worked like a charm, runs perfectly,
    highly recommend*, recommend*, happy customer, big fan, huge fan, a fan, fell in love, in love with, won't be disappointed, wont be disappointed, not be disappointed, you'll love, you will love, keep going back, go back again, went back, going back, be going back, be back soon, definitely be back, definitely go back, definitely return, return again, regular now, regulars, my regular, our regular, well deserved, lives up to, lived up to, surpass*, exceed*, wow, yum, yay, bliss, thrilled, delighted, ecstatic, raved, will be back, will|would return, will|would definitely return, coming back, keep coming back, we'll be back, i'll be back, can't wait to return,
    will definitely come back, would come back, come back again, will go again, would go again, loyal customer, satisfied`,
  ],
  [
    0.6,
    `good, nice, nicely, pleasant, well, solid, decent, fine, tidy, thoughtful, careful, carefully, smooth, smoothly, easy, effortless, appreciated, appreciate, thank you, thanks,
    grateful, glad, pleasantly surprised, surprisingly good, better than expected, better than average, above average, very good, pretty good, no complaint, nothing wrong, all good, just right, works well, neat, handy, worthwhile, admirable, commendable, praise, kudos, hats off, bravo, applaud, respectable, dependable, consistent, consistently, satisfying, satisfy*, tempting, sweet spot, comforting, civilised|civilized, cheers, charming, elegant, improved, better than, not bad, no problem*, no issue*, without a problem, without issue*, without any problem*, no fuss, hassle free,
    without any hassle, no trouble, top, cool, fun, like, liked, interesting, quality, proper, genuine, special, consistently good, reliable, as always, refreshing`,
  ],
  [
    -1,
    `terrible*, horrible, horribly, horrific, awful*, disgusting, disgust*, worst, appalling, atrocious, abysmal, abyssmal, dreadful*, disgrace*, shocking*, shambles, nightmare, disaster*, hate, hated,
    pathetic, inedible, worst ever, the worst, absolute joke, joke of a, total joke, dump, a dump, trash, garbage, rubbish, dire, diabolical, vile, foul, revolting, nasty, repulsive, gross, sickening, horrendous, hideous, embarrassing, embarrassment, laughable, farce, fiasco, travesty, insulting, ordeal, torture, hell, beware, run away, good riddance, never go back, never go here|there, never going again, never set foot, last time i, will never, not worth your|the, waste, wasted, wasting, total waste, don't waste, do not waste, do not go, don't go, save your money, negative stars, can't believe, cannot believe, shame on, nerve to, had the nerve|audacity, audacity, inexcusable, unforgivable, offensive, offended, furious, livid, fuming, disgusted, appalled, unacceptable, unbearable, a joke, ridiculous, outrageous, never again, never return*, never come back, never going back, won't be back, will not be back,
    will not return, won't return, won't be returning, won't be going back, not coming back, not going back, go|going|went elsewhere, better places, looking for another, moved to another, avoid, stay away, steer clear, waste of money|time, do not recommend, don't recommend,
    would not recommend, wouldn't recommend, cannot recommend, can't recommend, hard to recommend, not recommended, don't bother, do not bother, zero stars, one star, not worth, insult*`,
  ],
  [
    -0.8,
    `bad, badly, poor, poorly, disappoint*, dissapoint*, let down, mediocre, unpleasant, unhappy, upset*, angry, annoying, annoyed, annoyance, frustrat*, regret, mess, messy, sloppy, careless*, shoddy,
    lousy, overrated, over rated, hype, hyped, overhyped, over hyped, not impressed, wasn't impressed, weren't impressed, didn't impress, did not impress, unimpressive, subpar, sub par, second rate, third rate, so so at best, at best, nothing to write home about, not great, not good, not very good, not so good, isn't great, wasn't great, weren't great, not nice, nothing great, somewhere else, look elsewhere, elsewhere, better elsewhere, far better, much better places|restaurants|options, disliked, dislike, unfortunate*, sadly, unhappily, sorry to say, regretted, regrettable, tried to like, wanted to love|like, expected more, letdown, let downs, decline, declined, deteriorated, worse, worsen*, neglected, neglect, uncaring, thoughtless, clumsy, amateur*, half hearted, lazy, tacky, cheesy, stingy, skimpy, measly, puny, pitiful, sad, depressing, painful, tedious, tiresome, cringe*, weird, strange, odd, bizarre, gimmicky, pretentious, snobby, snobbish, snooty, snotty, stuck up, obnoxious,  ludicrous, absurd, unreasonable, unfair, unjustified, useless, unprofessional, incompetent, unreliable, wrong, fail, failed, fails, failure, lacking, lacks, lack of, not good enough, below average, below par, not up to par, not up to scratch|standard,
    gone downhill, went downhill, going downhill, has gone down, not what it was, isn't what it was, used to be _ better|good|great|lovely|nice|excellent|amazing|wonderful|fantastic,
    was better before, ruined, spoiled, spoilt, horrid, dissatisfied, unsatisfied, unsatisfactory, nothing good, left a bad taste, a shame, what a shame, real shame, big shame`,
  ],
  [
    -0.6,
    `average, underwhelm*, meh, nothing special, forgettable, unimpressed, could be better, could have been better, could do better, should be better, should know better, expected better|more,
    had hoped for more, hoped for more, so so, hit and miss, hit or miss, inconsistent, lacklustre, lackluster, dull, boring, weak, problem, problems, issue, issues, complaint*, complain*, trouble,
    mistake*, error*, pity, the only downside, only downside, only negative, downside, drawback, letdown, awkward, uninspired, uninspiring, wish they|it, needs improvement,
    room for improvement, needs work, needs attention, leaves a lot to be desired, left a lot to be desired, leaves much to be desired, confus*, hassle, disorganised, disorganized, chaotic, chaos`,
  ],
]

/** A word that turns the judgement behind it, as long as nothing but a few words stand between. */
export const negators = new Set(
  [
    'not no never nobody nothing none neither nor without hardly barely scarcely cannot cant dont didnt wasnt isnt arent werent wont wouldnt couldnt doesnt hasnt havent',
    'no-one',
  ]
    .join(' ')
    .split(' '),
)

/** "not only good": no negation. */
export const negationCancellers = new Set(['only', 'just', 'merely', 'simply'])

/** Words between a negator and the word it turns. */
export const negationReachWords = 4

export const intensifiers = new Set(
  'very really so extremely absolutely incredibly truly totally completely super utterly exceptionally particularly especially'.split(
    ' ',
  ),
)
export const softeners = new Set('bit slightly somewhat fairly rather little quite pretty mostly'.split(' '))

/** What follows is set against what came before; opinions rarely reach across. */
export const contrastWords = new Set(
  'but however although though yet whereas while except unfortunately sadly despite still otherwise only'.split(' '),
)

/** "too loud": a judgement made of a word that is none. */
export const excess =
  'too salty|sweet|loud|noisy|small|tiny|big|dark|bright|hot|cold|warm|dry|hard|soft|heavy|spicy|oily|greasy|short|slow|crowded|busy|tight|rough|far|thick|thin|rich|bland|much|close'

/** Wishes and conditions: praise inside them is not praise. */
export const hypotheticals = new Set('would could should wish if hoped hoping might'.split(' '))

/** Sentences that go on about what the one before named. */
export const pronouns = new Set('it they he she this these those them both everything that'.split(' '))

/** English words without a judgement, for telling a name from a word at the beginning of a sentence. */
export const commonWords = new Set(
  `a about above absolutely after again against all almost along already also although always am an and another any anyone anything anyway apart are around arrived as asked at away
  back be because became been before being believe best better between big both bring brought but by called came can cannot cant come coming could couldn't
  day days decided definitely despite did didn't different do does doesn't doing don't done down due during each early either else end enough especially even evening eventually ever every everyone everything everywhere
  except excellent extremely far few finally first five for found four friday from front full gave get gets getting give given go going gone got great
  had hadn't half has hasn't have haven't having he he's hello her here him his honestly hope hour hours how however i i'd i'll i'm i've if in inside instead into is isn't it it's its itself just
  keep kept kind knew know large last late later least leave left less let like little long look looked lot lots lunch made main make makes making many may maybe me mean meant mid might mind minutes monday month months more moreover morning most mostly much must my myself
  near need needed never new next nice night no nobody none nor not nothing now of off often oh ok old on once one only onto open or order ordered other otherwise our out outside over overall own
  paid part people per perhaps person picked place please plenty plus possibly probably put quick quite rather really right said same sat saturday saw say second see seemed seen sent several she she's should shouldn't show since sit six small so some someone something sometimes soon still straight such sunday super sure
  take taken takes talk tell ten than that that's the their them then there there's these they they're they've thing things think third this those though thought three through thursday thus till time times to today together told tomorrow tonight too took total totally toward tried truly try tuesday turned twice two
  under unless until up upon us use used usually very visit visited walk walked want wanted was wasn't way we we'd we'll we're we've wednesday week weeks well went were weren't what what's when where whether which while who whole why will with within without won't would wouldn't year years yes yesterday yet you you'll your
  january february march april may june july august september october november december spring summer autumn winter christmas easter google tripadvisor yelp facebook english italian dutch french german british british-ish european
  husband wife son daughter kids children family friend friends partner mum dad mother father birthday anniversary dinner breakfast weekend holiday`.split(
    /\s+/,
  ),
)
