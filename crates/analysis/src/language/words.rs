//! Small words, endings and letters by which languages in Latin letters are told apart.

/// The language, its small words and the endings of its longer ones. A word that several languages have counts for each of
/// them, and less the more there are.
pub const LATIN: [Language; 15] = [
    Language {
        code: "en",
        words: "the of and to for is with as at on by from after its are will has this that it be or how why what into over says \
                up could new not amid was have but their in an can you your may than more about if when which who they he his \
                her she we our been would should said while out off all just now first against between before under here \
                these those there where no due too so far most more back gets a hits lists buys sells plans launches adds unveils eyes sets files seeks \
                warns faces rises falls drops price market week day year million billion",
        endings: "ing tion ity ness ould",
        letters: "",
    },
    Language {
        code: "es",
        words: "el la los las del de por para una un con más su sus se al que según en y es lo como pero entre sobre tras hasta \
                desde este esta son ha han sin ya no muy también fue ser está puede donde cuando porque hay todo millones año años \
                dólares hoy le nuevo nueva contra sube cae \
                a otro otra otros podría puede será sobre dos tres mercado mercados precio bolsa banco bancos empresa empresas gobierno \
                inversores criptomonedas baja lanza compra vende alcanza cierra gana pierde mil \
                durante personas qué así país día días datos cómo primera primer tiene tienen cuenta acuerdo horas martes miércoles \
                jueves viernes lunes sábado domingo después informó trabajo sido ahora economía unidos través información luego pueden \
                están otras nuestro nuestra frente esto grupo menos tiempo semana meses pasado mañana cuatro cinco seis además mientras \
                nivel nuevos nuevas tanto aquí unos estos esos ese esa eso deuda usuarios precios pide dijo cualquier caída venta riesgo \
                noticias mismo algunos quien mejor peor hecho debe ayer vez situación medidas inversión fuera cada beneficio hacia bajo \
                quiere quieren crecer superar vuelve vuelven busca buscan entra llega llegan sigue siguen pierden ganan paga aconseja \
                presenta anuncia advierte récord roja ley multa regulador criptomoneda ejecuta abandona abandonan",
        endings: "ción ciones dad dades mente ado ados ando iendo encia ía ías aron arán",
        letters: "ñ¿¡íóúáé",
    },
    Language {
        code: "pt",
        words: "os as do da dos das de para uma um em não na no nas nos pela pelo ao aos à às mais que com por se e o é foi são \
                como mas seu sua seus suas já até sobre entre após ser está também isso esse essa este esta pode há sem muito \
                milhões bilhões anos ano dólares hoje diz novo nova contra quando você ele ela \
                a outro outra seus deve será dois três mercado mercados preço bolsa banco bancos empresa empresas governo investidores \
                criptomoedas cai sobe lança compra vende alcança fecha mil \
                endereço função rede nosso nossa tem têm bloco aqui qualquer podem apenas agora chamada fazer exemplo eles padrão vamos \
                alguns então trabalho primeiro primeira usando abaixo todos todas precisamos nós ter seja pessoas tudo seguinte ainda \
                principais onde além temos possível novos novas tempo mesmo vários meio semana mês meses dia dias ontem amanhã terça \
                quarta quinta queda alta bate recorde atinge dispara despenca afirma anuncia aponta brasileiro brasileira vê recua \
                avança cresce chega perde ganha quer querem",
        endings: "ção ções dade dades mente ado ados ando endo ência ável agem aram",
        letters: "ãõíóúâêôáé",
    },
    Language {
        code: "fr",
        words: "le les des et du de la une un pour dans sur est au aux avec qui que en par plus pas ce cette ces son sa ses se il \
                elle ils sont ont été être ne l d qu n s c mais ou où selon après vers sous entre contre comme leur leurs nous \
                vous votre peut fait tout tous très déjà aussi millions milliards ans dollars face chez \
                à a marché marchés prix bourse banque banques entreprise entreprises gouvernement investisseurs cryptomonnaies hausse baisse \
                lance achète deux trois premier première \
                depuis également cela avoir faire étape même fois donc toutes toute sans nouveau nouvelle nouveaux maintenant personnes \
                chaque quelques lire était lors besoin pourquoi niveau dessous autre autres annoncé afin trouver moins mettre doit \
                devrait avant accès toujours façon confiance alors ainsi voici prise pourrait encore dernier dernière jeudi lundi mardi \
                mercredi vendredi samedi dimanche semaine mois veut veulent vont dévoile annonce rachète grimpe bondit recule atteint \
                franchit grâce malgré jamais français française",
        endings: "eux eurs ement ité ités ées ère ique iques ations aient",
        letters: "œêûëéèç",
    },
    Language {
        code: "de",
        words: "der die das und ist für mit von auf den dem des ein eine einen einem einer nicht im in zu zum zur sich auch es an \
                als bei nach aus wie wird werden hat haben sind war um über vor noch nur oder aber so sie er ich wir dass kann \
                können mehr gegen bis unter seine ihre durch am vom beim diese dieser dieses jetzt neue neuer millionen milliarden \
                will soll wenn was warum jahr jahre \
                kurs kurse markt märkte preis börse bank banken unternehmen regierung anleger kryptowährungen steigt fällt kauft \
                verkauft startet macht liegt zwei drei erste ersten prozent euro wieder zurück \
                sagte wurde wurden hatte hatten uhr sein menschen seit wegen eines gibt alle bereits damit habe schon doch seiner seinem \
                seinen jahren keine kein müssen muss waren immer krise viele neuen dabei deutschen deutscher zwischen ihrer ihrem diesem \
                rund laut weiter weitere anderen andere geht während sehr ohne sowie sollen weil ihn etwa heute gestern mehrere sagt \
                dort steht beiden woche wochen werde kam wollen unsere vergangenen sollte könnte machen lassen etwas dazu ganz alles \
                kommt selbst zufolge dafür davon zuvor nachdem insgesamt letzten trotz erneut schwer fordern fordert warnt warnen plant \
                planen sieht sehen bleibt bleiben erreicht erhält stellt bekommt droht klagt kaufen verkaufen übernimmt verliert gewinnt \
                höher wohl deutlich erstmals weniger hoch rekord verbot gesetz behörde gericht klage aktie aktien",
        endings: "ung ungen keit heit lich isch ische ischen schaft ieren ierung",
        letters: "ßäöü",
    },
    Language {
        code: "it",
        words: "il di che della dei degli delle del dal dalla per gli una un con sono è nel nella nei alla alle allo al la le lo i \
                e in da su si non come più ma anche ha hanno essere stato tra fra dopo questo questa sul sulla sui suo sua loro \
                ancora oggi miliardi milioni anni anno nuovo nuova cosa ecco contro se ci dollari può \
                a mercato mercati prezzo borsa banca banche azienda aziende governo investitori criptovalute sale scende lancia compra \
                vende due tre primo prima mila \
                dell tuo dati funzione puoi cui abbiamo tutti tutto quindi valore possono chiave modo viene ora perché stata stati \
                livello altri altra nostra nostro ogni esempio alcuni agli lavoro quando senza queste questi possiamo vengono uno tipi \
                volta tramite nello sull quali oltre già ciò avere però ieri domani mese mesi settimana giorno giorni lunedì martedì \
                mercoledì giovedì venerdì vola crolla crollo cresce torna arriva chiude apre nuovi nuove tutte prezzi perde guadagna \
                legge italiano italiana",
        endings: "zione zioni mente ità ato ati ate ando endo enza enze aggio ono ella ello",
        letters: "ò",
    },
    Language {
        code: "pl",
        words: "i w na z do nie się jest że o jak za po od przez dla co ze są był była było oraz już ale czy tym tego tej jego \
                jej ich który która które więcej przed bez pod nad przy może tylko będzie ma mają gdy także lat roku rok mln \
                mld dolarów nowy nowa nowe \
                a kurs rynek rynku cena ceny giełda giełdy bank banki firma firmy rząd inwestorzy kryptowalut kryptowaluty rośnie spada \
                kupuje dwa trzy procent \
                aby lub jeśli osób jako podczas również jednak być mogą można został została zostanie zostało też wszystkie wiele ponad \
                doszło więc czym ponieważ kiedy sposób powiedział poinformował niż kilka wszystkich między jeszcze bardzo polska polsce \
                którzy którym której których sprawie nawet innych inne obecnie tych swoje swoim naszej nasze świata według każdy gdzie \
                dzięki bardziej wszystko stycznia lutego marca kwietnia czerwca lipca sierpnia września października listopada grudnia \
                pierwszy pierwsza drugi dzień dnia nowych nowego mówił czasu czasie temu zgodnie koniec początek wzrost wzrosty spadek \
                spadki spadają rosną rekord inwestorów inwestorom giełdzie walut waluty dolara prawo sąd urząd chce chcą musi trzeba \
                stawia szuka czeka",
        endings: "ów ego ych ach ami ość ości anie enie ania enia wej owy owa ską skie ski",
        letters: "łąęśżźćńó",
    },
    Language {
        code: "tr",
        words: "ve bir için ile bu da de olarak sonra yeni daha olan en çok ne gibi kadar var yok ama ya mi mı değil ise göre \
                oldu olduğu dolar milyon milyar yıl yıllık ilk son etti edildi karşı her şey iki üzerinde üzerine arasında \
                tarafından önce \
                piyasa piyasası fiyat fiyatı borsa borsası banka bankası şirket şirketi hükümet yatırımcı yatırımcılar kripto para \
                yükseldi düştü yüzde bin büyük türkiye \
                tüm nasıl veya ardından fazla hakkında devam açıklamada özel bulunan şekilde ilgili gelen diğer bazı işlem kişi bilgi \
                gün yaptığı ancak ilişkin geldi sahip genel birlikte olmak edilen durum açık yapan ediyor üzere neden sayısı dünya \
                önemli vardır geri dün açıkladı zaman bugün sadece içinde aynı söyledi geçen kendi yol yeniden farklı ayrıca artık \
                altında toplam nedir rekor alım satım yatırım kazanç düşüş yükseliş hedef uyarı açıklama",
        endings: "lar ler ları leri nın nin nda nde dan den lık lik yor acak ecek mış miş dı di ması mesi",
        letters: "ğşıöüç",
    },
    Language {
        code: "id",
        words: "yang dan di untuk dari ke dengan ini pada akan adalah tidak itu dalam juga bisa sudah telah oleh saat ada karena \
                lebih atau dapat menjadi sebagai bagi para kami anda mereka kita tahun juta miliar triliun rupiah baru hingga \
                setelah harga usai jadi saja sebesar \
                pasar bursa bank perusahaan pemerintah kripto aset naik turun beli jual luncurkan dua tiga persen ribu besar \
                indonesia cara apa bagaimana tentang secara antara \
                tersebut memiliki sebuah beberapa semua seperti bahwa membuat nilai berikut satu harus hanya apakah digunakan banyak \
                bagian perlu melihat lihat setiap atas mungkin pertama lain tanpa sekarang tetapi saya sendiri orang jumlah salah agar \
                terjadi mengapa sangat bukan sama waktu kerja naikkan turunkan catat capai tembus anjlok melonjak ungkap sebut aturan \
                pajak bulan hari minggu lagi masih bakal",
        endings: "kan nya annya kannya",
        letters: "",
    },
    Language {
        code: "nl",
        words: "het een van en voor met op niet naar zijn de dat die te is aan door bij ook werd wordt worden maar uit over om nog \
                als of er heeft hebben dan meer tot hij deze tussen tegen geen wat kan jaar nieuwe ze was hun moet zal na onder \
                miljoen miljard eerste",
        endings: "ijk ijke heid ing ingen aar eer ij",
        letters: "ĳ",
    },
    Language {
        code: "ro",
        words: "și cu în pe pentru din nu este sunt care mai să lui după fost prin despre sau milioane",
        endings: "ului elor ilor ea ește",
        letters: "țșăşţ",
    },
    Language {
        code: "sv",
        words: "och att det som på är av för en ett med den till inte har om var kan från men efter ska under vid sig så eller",
        endings: "ningen heten arna erna",
        letters: "åäö",
    },
    Language {
        code: "da",
        words: "og at det som på er af for en et med den til ikke har om var kan fra men efter skal under ved sig så eller blev",
        endings: "ingen heden erne",
        letters: "øæå",
    },
    Language {
        code: "cs",
        words: "v na se je že z s do o ve pro po jako za k od ale si by však jsou které který která být podle také není už",
        endings: "ého ých ění ovat ství ová ský ské",
        letters: "ěřůčíáýé",
    },
    Language {
        code: "vi",
        words: "và của là các có trong một được cho với những không này khi đến từ người đã để vào bạn sẽ trên cũng tại thể",
        endings: "",
        letters: "ạảấầẩẫậắằặẹẻẽếềểễệịỉọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư",
    },
];

pub struct Language {
    pub code: &'static str,
    pub words: &'static str,
    /// Of words of five letters and more.
    pub endings: &'static str,
    /// Letters that hardly any other of these languages has.
    pub letters: &'static str,
}
