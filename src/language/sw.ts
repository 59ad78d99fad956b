/**
 * Every sentence of the storefront in Kiswahili, by its English: `t` takes no other, so that a missing one fails the
 * check. `{name}` stands where a value is put in. What the owner writes, such as names of goods, is in no table.
 */
export const sw = {
  "Skip to content": "Ruka hadi kwenye maudhui",
  "This page did not load fully.": "Ukurasa huu haukufunguka kikamilifu.",
  "Load it again": "Ufungue tena",
  "Not found": "Haipatikani",
  "Something went wrong": "Kuna hitilafu",
  "We could not find that page": "Hatukuupata ukurasa huo",
  "It may have moved, or the address may be mistyped.": "Huenda umehamishwa, au anwani imeandikwa vibaya.",
  "This page could not be shown. Your cart is safe. Please try again in a moment.":
    "Ukurasa huu haukuweza kuonyeshwa. Kikapu chako kiko salama. Tafadhali jaribu tena baada ya muda mfupi.",
  "Try again": "Jaribu tena",
  "Go to the home page": "Nenda ukurasa wa mwanzo",
  "If it keeps happening, call us: {phone}.": "Ikiendelea kutokea, tupigie simu: {phone}.",
  "See the collection": "Tazama bidhaa zote",
  "Looking for something you ordered? It is under {orders}. Or {ask}.":
    "Unatafuta ulichoagiza? Kiko chini ya {orders}. Au {ask}.",
  "your orders": "oda zako",
  "ask us": "tuulize",
  "About us": "Kutuhusu",
  "Who is behind {shop}, the wear of {podcast}, and what you can count on.":
    "Walio nyuma ya {shop}, mavazi ya {podcast}, na mambo unayoweza kuyategemea.",
  "ON AIR": "HEWANI",
  "{shop} is Swahili for “voice”. We make the clothes for the people who listen to {podcast}, and for everyone who has something to say.":
    "{shop} ni ile unayotoa ukisema. Tunatengeneza mavazi ya wanaosikiliza {podcast}, na ya kila mtu mwenye la kusema.",
  "It began with one tee for the crew in the studio. Listeners asked where to get it, in comments, in the queue, in the matatu. So here is the shop: tops, bottoms and winter wear for men, women and everyone, drawn around the podcast’s own world of microphones, sound waves and the city’s skyline.":
    "Ilianza na fulana moja ya wafanyakazi wa studio. Wasikilizaji wakauliza inapatikana wapi: kwenye maoni, kwenye foleni, ndani ya matatu. Basi hili ndilo duka: mavazi ya juu, ya chini na ya baridi kwa wanaume, wanawake na wote, yaliyochorwa kwa ulimwengu wa podikasti: maikrofoni, mawimbi ya sauti na mandhari ya jiji.",
  "What you can count on": "Unachoweza kutegemea",
  "Honest prices.": "Bei za haki.",
  "In Kenya shillings, with the delivery fee shown before you pay.":
    "Kwa shilingi za Kenya, na ada ya kuletewa huonyeshwa kabla ya kulipa.",
  "{days} days to change your mind.": "Siku {days} za kubadilisha nia.",
  "Return or exchange within {days} days.": "Rudisha au badilisha ndani ya siku {days}.",
  "A person answers.": "Mtu hukujibu.",
  "By phone, by email, or over the counter in {area}, {city}.":
    "Kwa simu, kwa barua pepe, au dukani {area}, {city}.",
  "Contact us": "Wasiliana nasi",
  "Visit {shop} in {area}, {city}, call {phone} or write to {email}.":
    "Tembelea {shop} {area}, {city}, piga {phone} au andika kwa {email}.",
  "Our store on {street}: a red sign, clothes in the window, and somebody at the counter.":
    "Duka letu kwenye {street}: bango jekundu, nguo dirishani, na mtu kaunta.",
  "Our store": "Duka letu",
  "Call or write": "Piga simu au andika",
  "Listen in": "Sikiliza",
  "The show these clothes belong to.": "Kipindi chenye mavazi haya.",
} as const;
